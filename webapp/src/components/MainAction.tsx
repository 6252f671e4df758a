import { type ReactNode, useEffect, useRef } from 'react';
import { paletteAtom } from '../state/preferences.ts';
import { useAtomValue } from '../store.ts';
import { hasMainButton, hideMainButton, onMainButton, showMainButton } from '../telegram/buttons.ts';

interface MainActionProps {
  readonly text: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  /** What it began is not done yet. */
  readonly isBusy?: boolean;
  /** Stands above the button, and stays in sight where the client draws the button itself. */
  readonly children?: ReactNode;
}

/** What a page is for, always in reach: the main button of the client, else one at the foot of the page. */
export function MainAction({ text, onPress, isDisabled = false, isBusy = false, children }: MainActionProps) {
  const isNative = hasMainButton();
  useMainButton({ text, onPress, isDisabled, isBusy });
  if (isNative && !children) return null;
  return (
    <div className="bottom-bar">
      {children}
      {!isNative && (
        <button className="button button--wide" type="button" disabled={isDisabled || isBusy} onClick={onPress}>
          {text}
        </button>
      )}
    </div>
  );
}

function useMainButton({ text, onPress, isDisabled, isBusy }: Required<Omit<MainActionProps, 'children'>>): void {
  const palette = useAtomValue(paletteAtom);
  const color = palette?.button;
  const textColor = palette?.['on-button'];
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    if (hasMainButton())
      showMainButton({
        text,
        isEnabled: !isDisabled && !isBusy,
        isBusy,
        ...(color && textColor && { color, textColor }),
      });
  }, [text, isDisabled, isBusy, color, textColor]);
  useEffect(() => {
    if (!hasMainButton()) return undefined;
    const stopListening = onMainButton(() => press.current());
    return () => {
      stopListening();
      hideMainButton();
    };
  }, []);
}
