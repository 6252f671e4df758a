import { Api } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import type { i18n } from 'i18next';
import type { Clock } from '#core/clock.ts';
import type { Config } from '#core/config.ts';
import type { Logger } from '#core/logger.ts';
import { LEASE_MS } from '#core/notifications/claims.ts';
import type { MessageSender, OutgoingMessage, SendResult, TextContent } from '#core/notifications/message-sender.ts';
import { apiSignal, timeLimit, withTimeLimit } from '../api-time-limit.ts';
import { appLinks } from '../links.ts';
import { fitMiniAppButtons } from '../mini-app-buttons.ts';
import { type Translate, translator } from '../texts.ts';
import { type AdMessage, alertMessage, digestMessage } from './ad-message.ts';
import { noticeMessage } from './notice-message.ts';
import { cutText } from './rich-text.ts';
import { probeAnswerOf, sendResultOf } from './send-result.ts';

export interface TelegramSenderDeps {
  readonly texts: i18n;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long Telegram may take to answer one call. */
  readonly callMs?: number;
}

const CALL_MS = 10_000;
/** A refusal comes quickly, so that all forms of a message fit into the time of two calls. */
const CALLS_PER_SEND = 2;

const MESSAGE_LENGTH = 4096;

/** One way to send a message; the next one is tried where Telegram refuses it as malformed. */
interface Form {
  readonly name: string;
  readonly send: (api: Api, limit: ReturnType<typeof timeLimit>) => Promise<Message>;
}

/**
 * The way to users' chats, with an API of its own: what fails is the outbox's to repeat, never a silent retry's.
 * @throws Error when a send could take longer than the lease of its claim.
 */
export function createTelegramSender(telegram: Config['telegram'], deps: TelegramSenderDeps): MessageSender {
  if (telegram.token === null) throw new Error('A sender needs the token of the bot.');
  const api = new Api(telegram.token, { apiRoot: telegram.apiRoot });
  fitMiniAppButtons(api, { apiRoot: telegram.apiRoot, publicUrl: deps.publicUrl });
  const callMs = deps.callMs ?? CALL_MS;
  const timeoutMs = callMs * CALLS_PER_SEND;
  if (timeoutMs >= LEASE_MS) throw new Error(`A send may take less than ${LEASE_MS} ms, the lease of a claim`);
  const links = appLinks(deps.publicUrl);
  const logger = deps.logger.child({ area: 'sender' });

  function formsOf({ chatId, locale, content }: OutgoingMessage): Form[] {
    const t = translator(deps.texts, locale);
    if (content.kind === 'text') return textForms(chatId, t, content);
    const wording = { locale, t, links, now: deps.clock.now() };
    return content.kind === 'alert'
      ? adForms(chatId, alertMessage(content.alert, wording))
      : adForms(chatId, digestMessage(content.alerts, wording));
  }

  /** A message that cannot be worded must not stop the others. */
  function wordedForms(message: OutgoingMessage): Form[] {
    try {
      return formsOf(message);
    } catch (error) {
      logger.error({ err: error }, 'message could not be worded');
      return [];
    }
  }

  async function attempt(form: Form, deadline: number): Promise<SendResult> {
    const leftMs = Math.floor(deadline - performance.now());
    if (leftMs <= 0) return { outcome: 'failed', failure: 'timeout', ambiguous: false, reason: 'no time left' };
    try {
      const sent = await form.send(api, timeLimit(Math.min(callMs, leftMs)));
      return { outcome: 'sent', messageId: sent.message_id };
    } catch (error) {
      return sendResultOf(error);
    }
  }

  return {
    timeoutMs,
    async send(message) {
      const deadline = performance.now() + timeoutMs;
      let result: SendResult = { outcome: 'unwritten', reason: 'no text for it' };
      for (const form of wordedForms(message)) {
        result = await attempt(form, deadline);
        if (result.outcome !== 'rejected') return result;
        logger.warn({ form: form.name, reason: result.reason }, 'message refused');
      }
      return result;
    },
    async probe(signal) {
      try {
        await api.getMe(withTimeLimit(apiSignal(signal), callMs));
        return 'answers';
      } catch (error) {
        return probeAnswerOf(error);
      }
    },
  };
}

function adForms(chat: number, message: AdMessage): Form[] {
  const { html, plain, photo, preview, keyboard } = message;
  const markup = { reply_markup: { inline_keyboard: keyboard } };
  const picture: Form[] = photo
    ? [
        {
          name: 'photo',
          send: (api, limit) => api.sendPhoto(chat, photo, { caption: html, parse_mode: 'HTML', ...markup }, limit),
        },
      ]
    : [];
  const previewOptions = preview
    ? { url: preview, prefer_large_media: true, show_above_text: true }
    : { is_disabled: true };
  const options = { parse_mode: 'HTML', link_preview_options: previewOptions, ...markup } as const;
  return [
    ...picture,
    { name: 'preview', send: (api, limit) => api.sendMessage(chat, html, options, limit) },
    plainForm(chat, plain, keyboard),
  ];
}

/** Last resort: no markup, no half characters, and only the buttons whose addresses Telegram cannot object to. */
function plainForm(chat: number, text: string, keyboard: InlineKeyboardButton[][]): Form {
  const rows = keyboard.map((row) => row.filter((button) => 'callback_data' in button)).filter((row) => row.length > 0);
  const options = {
    link_preview_options: { is_disabled: true },
    ...(rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {}),
  };
  const sendable = cutText(text.toWellFormed().replaceAll('\0', ''), MESSAGE_LENGTH);
  return { name: 'plain', send: (api, limit) => api.sendMessage(chat, sendable, options, limit) };
}

/** A key without a text would send the key itself, so it gives nothing to send. */
function textForms(chat: number, t: Translate, content: TextContent): Form[] {
  const { textKey, values, subject } = content;
  if (subject) {
    const { text, keyboard } = noticeMessage({ ...content, subject }, t);
    return [plainForm(chat, text, keyboard)];
  }
  const text = (t as (key: string, options: object) => string)(textKey, { ...values, defaultValue: '' });
  return text === '' ? [] : [plainForm(chat, text, [])];
}
