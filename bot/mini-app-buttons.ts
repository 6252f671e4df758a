import type { Api, RawApi, Transformer } from 'grammy';
import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';

const TELEGRAM = 'https://api.telegram.org';

interface Addresses {
  readonly apiRoot: string;
  readonly publicUrl: string;
}

/**
 * Whether buttons may open the mini app: Telegram itself refuses a whole message for a button to an address that is not
 * https. A Bot API server of one's own may be less strict.
 */
function takesMiniAppButtons({ apiRoot, publicUrl }: Addresses): boolean {
  return publicUrl.startsWith('https:') || apiRoot !== TELEGRAM;
}

/** Leaves out the buttons that Telegram would refuse, so that a service that is not on https yet can be tried. */
export function fitMiniAppButtons(api: Api, addresses: Addresses): void {
  if (!takesMiniAppButtons(addresses)) api.config.use(leaveOutMiniAppButtons);
}

const leaveOutMiniAppButtons: Transformer<RawApi> = (call, method, payload, signal) =>
  call(method, withoutMiniAppButtons(payload), signal);

/** The same call without buttons that open the mini app; rows that are left without buttons go, too. */
export function withoutMiniAppButtons<Payload extends object>(payload: Payload): Payload {
  if (!('reply_markup' in payload) || !isInlineKeyboard(payload.reply_markup)) return payload;
  const rows = payload.reply_markup.inline_keyboard.map((row) => row.filter((button) => !opensMiniApp(button)));
  return { ...payload, reply_markup: { inline_keyboard: rows.filter((row) => row.length > 0) } };
}

const opensMiniApp = (button: InlineKeyboardButton) => 'web_app' in button;

function isInlineKeyboard(markup: unknown): markup is InlineKeyboardMarkup {
  return typeof markup === 'object' && markup !== null && 'inline_keyboard' in markup;
}
