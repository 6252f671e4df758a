import type { InlineKeyboardButton } from 'grammy/types';
import { badCall } from './bot-api-error.ts';

const maxButtons = 100;
const maxCallbackBytes = 64;

/** Telegram's rules for inline keyboards that the schema cannot say. */
export function checkKeyboard(rows: readonly (readonly InlineKeyboardButton[])[], chatType: string): void {
  const buttons = rows.flat();
  if (buttons.length > maxButtons) throw badCall('REPLY_MARKUP_TOO_LONG');
  for (const button of buttons) checkButton(button, chatType);
}

function checkButton(button: InlineKeyboardButton, chatType: string): void {
  if (button.text.trim() === '') throw badCall('inline keyboard button text must be non-empty');
  if ('callback_data' in button) {
    const bytes = Buffer.byteLength(button.callback_data);
    if (bytes === 0 || bytes > maxCallbackBytes) throw badCall('BUTTON_DATA_INVALID');
  }
  if ('url' in button) checkLink(button.url);
  if ('web_app' in button) {
    checkWebAppUrl(button.web_app.url);
    if (chatType !== 'private') throw badCall('BUTTON_TYPE_INVALID');
  }
}

function checkLink(url: string): void {
  const isKnown = URL.canParse(url) && ['http:', 'https:', 'tg:'].includes(new URL(url).protocol);
  if (!isKnown) throw badCall(`inline keyboard button URL '${url}' is invalid: Unsupported URL protocol`);
}

/** Telegram takes https only; the emulator also takes http of this machine, where the mini app is developed. */
export function checkWebAppUrl(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) {
    throw badCall(`inline keyboard button Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
  }
}
