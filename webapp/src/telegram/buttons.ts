import {
  onMainButtonClick,
  onSecondaryButtonClick,
  onSettingsButtonClick,
  setMainButtonParams,
  setSecondaryButtonParams,
  showSettingsButton,
} from '@telegram-apps/sdk-react';
import type { Color } from '../state/palette.ts';

export interface ClientButton {
  readonly text: string;
  readonly isEnabled: boolean;
  /** Shows that what it began is not done yet. */
  readonly isBusy: boolean;
  readonly color?: Color;
  readonly textColor?: Color;
}

/** Whether the client draws the main button of a page. */
export function hasMainButton(): boolean {
  return setMainButtonParams.isAvailable();
}

export function showMainButton(button: ClientButton): void {
  setMainButtonParams(paramsOf(button));
}

/** Calls back on each press until the returned function is called. */
export function onMainButton(press: () => void): () => void {
  return onMainButtonClick(press);
}

export function hideMainButton(): void {
  setMainButtonParams({ isVisible: false, isLoaderVisible: false });
}

/** Whether the client draws a second button beside the main one. */
export function hasSecondaryButton(): boolean {
  return setSecondaryButtonParams.isAvailable();
}

/** Shows the client's second button until the returned function is called. */
export function showSecondaryButton(button: ClientButton, press: () => void): () => void {
  setSecondaryButtonParams({ ...paramsOf(button), position: 'left' });
  const stopListening = onSecondaryButtonClick(press);
  return () => {
    stopListening();
    setSecondaryButtonParams({ isVisible: false, isLoaderVisible: false });
  };
}

/** Calls back when the person chooses the settings in the client's own menu, until the returned function is called. */
export function offerSettings(open: () => void): () => void {
  // Older clients have no such menu.
  if (!showSettingsButton.isAvailable()) return () => {};
  showSettingsButton();
  return onSettingsButtonClick(open);
}

function paramsOf({ text, isEnabled, isBusy, color, textColor }: ClientButton) {
  return {
    text,
    isEnabled,
    isLoaderVisible: isBusy,
    isVisible: true,
    ...(color && { backgroundColor: color }),
    ...(textColor && { textColor }),
  };
}
