import { badCall } from '../bot-api-error.ts';
import { unixTime } from '../context.ts';
import type { MethodTable } from './method-table.ts';

export const updateMethods: MethodTable = {
  setWebhook({ updates }, args) {
    if (args.url !== '') checkWebhookUrl(args.url);
    if (args.secret_token !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(args.secret_token)) {
      throw badCall('secret token contains illegal characters');
    }
    updates.allow(args.allowed_updates);
    if (args.drop_pending_updates) updates.takeAll();
    updates.webhook.set(args.url === '' ? undefined : { url: args.url, secret: args.secret_token });
    return true;
  },

  deleteWebhook({ updates }, args) {
    if (args.drop_pending_updates) updates.takeAll();
    updates.webhook.set(undefined);
    return true;
  },

  getWebhookInfo({ updates }) {
    const { url = '', lastError } = updates.webhook;
    return {
      url,
      has_custom_certificate: false,
      pending_update_count: updates.size,
      ...(lastError
        ? { last_error_date: unixTime(new Date(lastError.at)), last_error_message: lastError.message }
        : {}),
      ...(updates.allowed.length > 0 ? { allowed_updates: [...updates.allowed] } : {}),
    } as ReturnType<NonNullable<MethodTable['getWebhookInfo']>>;
  },

  answerCallbackQuery({ queries }, args) {
    if ((args.text ?? '').length > 200) throw badCall('MESSAGE_TOO_LONG');
    queries.answer(args.callback_query_id, {
      ...(args.text ? { text: args.text } : {}),
      ...(args.url ? { url: args.url } : {}),
      showAlert: args.show_alert ?? false,
    });
    return true;
  },
};

/** Telegram takes https only; the emulator also takes http of this machine, where the tests run. */
function checkWebhookUrl(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) throw badCall('bad webhook: An HTTPS URL must be provided for webhook');
}
