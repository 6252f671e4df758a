import type { FastifyInstance } from 'fastify';
import { PATHS } from '#core/contracts/paths.ts';
import type { WebhookHandler } from '../deps.ts';

const MAX_UPDATE_BYTES = 1024 * 1024;
/** An update may make the bot call Telegram several times. */
const ANSWER_WITHIN_MS = 50_000;

export function addTelegramWebhook(app: FastifyInstance, handler: WebhookHandler): void {
  app.post(
    PATHS.telegramWebhook,
    { bodyLimit: MAX_UPDATE_BYTES, handlerTimeout: ANSWER_WITHIN_MS },
    async (request, reply) => handler(request, reply),
  );
}
