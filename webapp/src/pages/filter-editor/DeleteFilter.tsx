import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { paletteAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { hasSecondaryButton, showSecondaryButton } from '../../telegram/buttons.ts';

interface DeleteFilterProps {
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** The client's second button where it has one, else a row of the page. */
export function DeleteFilter({ isDisabled, isBusy, onPress }: DeleteFilterProps) {
  const { t } = useTranslation('editor');
  const isNative = hasSecondaryButton();
  useNativeButton({ text: t('delete.action'), isDisabled, isBusy, onPress });
  if (isNative) return null;
  return (
    <div className="delete">
      <Section>
        <Row title={t('delete.action')} tone="danger" onClick={onPress} isDisabled={isDisabled} />
      </Section>
    </div>
  );
}

function useNativeButton({ text, isDisabled, isBusy, onPress }: DeleteFilterProps & { readonly text: string }): void {
  const palette = useAtomValue(paletteAtom);
  const color = palette?.page;
  const textColor = palette?.danger;
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    if (!hasSecondaryButton()) return undefined;
    const look = { text, isEnabled: !isDisabled, isBusy, ...(color && textColor && { color, textColor }) };
    return showSecondaryButton(look, () => press.current());
  }, [text, isDisabled, isBusy, color, textColor]);
}
