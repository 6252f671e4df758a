import {
  hapticFeedbackImpactOccurred,
  hapticFeedbackNotificationOccurred,
  hideBackButton,
  onBackButtonClick,
  showBackButton,
  showPopup,
} from '@telegram-apps/sdk-react';

const MAX_TITLE = 64;
const MAX_MESSAGE = 256;

/** Whether the client draws the way back itself. */
export function hasNativeBack(): boolean {
  return showBackButton.isAvailable();
}

/** Shows the client's back button until the returned function is called. */
export function showNativeBack(onBack: () => void): () => void {
  showBackButton();
  const stopListening = onBackButtonClick(onBack);
  return () => {
    stopListening();
    hideBackButton();
  };
}

/** Says it in the client's own dialog; false when the client has none, so that the page must. */
export function tellNatively(title: string, message: string): boolean {
  const isFitting = title.length <= MAX_TITLE && message.length <= MAX_MESSAGE;
  if (!isFitting || !showPopup.isAvailable()) return false;
  showPopup({ title, message, buttons: [{ type: 'ok' }] }).catch(reportPopup);
  return true;
}

function reportPopup(error: unknown): void {
  console.warn('The dialog of the client failed.', error);
}

export function feelSwitch(): void {
  hapticFeedbackImpactOccurred.ifAvailable('light');
}

export function feelRefusal(): void {
  hapticFeedbackNotificationOccurred.ifAvailable('error');
}
