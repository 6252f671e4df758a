import {
  closeMiniApp,
  disableClosingConfirmation,
  disableVerticalSwipes,
  enableClosingConfirmation,
  enableVerticalSwipes,
  hapticFeedbackImpactOccurred,
  hapticFeedbackNotificationOccurred,
  hapticFeedbackSelectionChanged,
  hideBackButton,
  onBackButtonClick,
  openLink,
  openTelegramLink,
  requestWriteAccess,
  showBackButton,
  showPopup,
} from '@telegram-apps/sdk-react';

const MAX_TITLE = 64;
const MAX_MESSAGE = 256;
const MAX_BUTTON = 64;

/** Whether the client draws the way back itself. */
export function hasNativeBack(): boolean {
  return showBackButton.isAvailable();
}

/** Who waits for the client's back button; the last one is what lies on top, and only it is called. */
const waiting: { readonly onBack: () => void }[] = [];
let stopListening: (() => void) | null = null;

/** Shows the client's back button until the returned function is called. */
export function showNativeBack(onBack: () => void): () => void {
  const entry = { onBack };
  waiting.push(entry);
  showBackButton();
  stopListening ??= onBackButtonClick(() => waiting.at(-1)?.onBack());
  return () => {
    waiting.splice(waiting.indexOf(entry), 1);
    if (waiting.length > 0) return;
    stopListening?.();
    stopListening = null;
    hideBackButton();
  };
}

interface PopupQuestion {
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly { readonly id: string; readonly text: string; readonly tone?: 'danger' }[];
}

/**
 * Asks in the client's own popup; null when it has none, or none that takes so much text, so that the page must.
 * The answer is the id of the pressed button, null when the popup was closed without one.
 */
export function askNatively({ title, message, buttons }: PopupQuestion): Promise<string | null> | null {
  const isFitting =
    title.length <= MAX_TITLE &&
    message.length <= MAX_MESSAGE &&
    buttons.every((button) => button.text.length <= MAX_BUTTON);
  if (!isFitting || !showPopup.isAvailable()) return null;
  return showPopup({
    title,
    message,
    buttons: buttons.map(({ id, text, tone }) => ({ id, text, type: tone === 'danger' ? 'destructive' : 'default' })),
  });
}

/** A choice was made among several. */
export function feelChoice(): void {
  hapticFeedbackSelectionChanged.ifAvailable();
}

export function feelSwitch(): void {
  hapticFeedbackImpactOccurred.ifAvailable('light');
}

export function feelSuccess(): void {
  hapticFeedbackNotificationOccurred.ifAvailable('success');
}

export function feelRefusal(): void {
  hapticFeedbackNotificationOccurred.ifAvailable('error');
}

/** Lets the client ask before it closes the app, until the returned function is called. */
export function guardClosing(): () => void {
  enableClosingConfirmation.ifAvailable();
  return () => disableClosingConfirmation.ifAvailable();
}

/** Keeps a downward swipe from closing the app, until the returned function is called. */
export function keepSwipesInside(): () => void {
  disableVerticalSwipes.ifAvailable();
  return () => enableVerticalSwipes.ifAvailable();
}

/** Opens an address outside the app, in the client's own way where it has one. */
export function openOutside(url: string): void {
  const isTelegram = url.startsWith('https://t.me/');
  if (isTelegram && openTelegramLink.isAvailable()) openTelegramLink(url);
  else if (openLink.isAvailable()) openLink(url);
  else window.open(url, '_blank', 'noopener');
}

let isWritingAskedFor = false;

/** Lets the client ask the person, once, whether the bot may write to them. Telegram tells the bot when they agree. */
export function askForWriting(): void {
  if (isWritingAskedFor) return;
  isWritingAskedFor = true;
  const [isAsking, answered] = requestWriteAccess.ifAvailable();
  if (isAsking) answered.catch((error) => console.warn('The client did not ask for the right to write.', error));
}

/** Closes the app; false where only the person can. */
export function closeApp(): boolean {
  if (!closeMiniApp.isAvailable()) return false;
  closeMiniApp();
  return true;
}
