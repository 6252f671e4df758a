import type { FastifyReply, FastifyRequest } from 'fastify';
import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import type { Readiness } from '#core/contracts/service.ts';
import type { BotLinks } from './bot-links.ts';
import type { OwnCookie } from './plugins/own-cookie.ts';
import type { AnsweredRequest } from './plugins/request-timing.ts';

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** To send the headers of a request. */
  readonly headersMs: number;
  /** To send a request with all of its body. */
  readonly requestMs: number;
  /** Without a byte in either direction, as when it does not read its answer. */
  readonly idleMs: number;
  /** How often it is looked whether somebody takes longer. */
  readonly lookEveryMs: number;
  /** For an answer that is on its way at a stop. */
  readonly stopMs: number;
}

/** Takes an update from Telegram; checks the secret itself. */
export type WebhookHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

export interface ServerOptions {
  readonly core: Core;
  readonly texts: i18n;
  /** Whether the service can serve at this moment; asked by `/readyz`. */
  readonly readiness: () => Promise<Readiness>;
  /** The bot's name without @, once Telegram has told it. */
  readonly botName?: () => string | null;
  /** Takes Telegram's updates where they are pushed. */
  readonly webhook?: WebhookHandler;
  /** Folder of the built mini app; by default where the build puts it. */
  readonly staticDir?: string;
  /** How long a call may take before it is answered as not ready; 10 s by default. */
  readonly answerWithinMs?: number;
  /** How long clients may take, beside the defaults. */
  readonly patience?: Partial<Patience>;
  /** Is told of each request once it is answered. */
  readonly answered?: (request: AnsweredRequest) => void;
  /** Whether the service is about to end. */
  readonly isStopping?: () => boolean;
  /** Shows the description of the calls at `/docs`. */
  readonly exposeDocs?: boolean;
}

/** What the routes of the calls need. */
export interface ApiDeps {
  readonly core: Core;
  readonly texts: i18n;
  readonly cookie: OwnCookie;
  readonly browserCookie: OwnCookie;
  /** Ways into the chat with the bot. */
  readonly bot: BotLinks;
}
