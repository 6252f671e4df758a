import type { FastifyReply, FastifyRequest } from 'fastify';
import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import type { Readiness } from '#core/contracts/service.ts';
import type { BotLinks } from './bot-links.ts';
import type { OwnCookie } from './plugins/own-cookie.ts';

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
