import type { AdFacts } from '../contracts/ad.ts';
import type { Role } from '../contracts/user.ts';
import type { Locale } from '../i18n/locales.ts';

/** Everything an alert's text and buttons need. */
export interface AlertContent {
  readonly adId: number;
  readonly url: string;
  readonly title: string | null;
  readonly photo: string | null;
  readonly facts: AdFacts;
  /** When the ad was posted, else first seen; for a price drop, when the price was seen to fall. */
  readonly since: Date;
  readonly occasion: 'new' | 'price_drop';
  /** The price this alert tells, and the one before when it fell. */
  readonly price: number | null;
  readonly oldPrice: number | null;
  /** The user's filters that match. */
  readonly filters: readonly { readonly id: number; readonly name: string }[];
}

/** What an administrator can settle by the buttons under a message. */
export type AdminSubject =
  | {
      readonly kind: 'problem';
      readonly id: number;
      /** Whether the message shows the whole text already. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'plan'; readonly id: number; readonly role: Role };

/** A text of the `bot` texts, and what it names. */
export interface TextContent {
  readonly kind: 'text';
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly subject?: AdminSubject;
}

/** What is to be told; the sender renders it in the recipient's language. */
export type MessageContent =
  | { readonly kind: 'alert'; readonly alert: AlertContent }
  /** One message for several alerts: the rest of an hour's cap, or the digest of a period. */
  | { readonly kind: 'digest'; readonly alerts: readonly AlertContent[] }
  | TextContent;

export interface OutgoingMessage {
  /** Telegram's chat: the user's messaging ID. */
  readonly chatId: number;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly content: MessageContent;
}

/**
 * `5xx`: Telegram answered with an error of its own, or with what is no answer of the Bot API. `timeout`: it did not
 * answer in time. `reset`: the connection broke. `refused`: there was none.
 */
export type SendFailure = '5xx' | 'timeout' | 'reset' | 'refused';

/** What became of a send. Failure is a normal value here, never an exception. */
export type SendResult =
  | { readonly outcome: 'sent'; readonly messageId: number }
  /** 429: nothing was sent, this chat waits `afterMs`. Does not count as an attempt. */
  | { readonly outcome: 'throttled'; readonly afterMs: number }
  /** Nobody's fault that can be seen. `ambiguous`: the message may have been accepted. */
  | {
      readonly outcome: 'failed';
      readonly failure: SendFailure;
      readonly ambiguous: boolean;
      readonly reason: string;
    }
  /** 403, or 400 "chat not found": the user cannot be written to. */
  | { readonly outcome: 'unreachable'; readonly reason: string }
  /** Another 400, after the simpler forms of the message were tried: it will never pass. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  /** Our own fault: there was no message that could be sent. */
  | { readonly outcome: 'unwritten'; readonly reason: string }
  /** 401: the token is refused; nothing can be sent at all. */
  | { readonly outcome: 'unauthorized' };

/** Whether Telegram is there; `refused`: it is, but does not take the bot's token. */
export type ProbeAnswer = 'answers' | 'refused' | 'away';

/** Port: the way to a user's chat. */
export interface MessageSender {
  /** Upper bound of one `send`, all its fallbacks included; must stay below the lease. */
  readonly timeoutMs: number;
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Asks by a call that no user sees. Answers at the latest when a send would, and `away` soon after the signal. */
  probe(signal: AbortSignal): Promise<ProbeAnswer>;
}
