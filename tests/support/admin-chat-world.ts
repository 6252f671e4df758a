import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import type { Role } from '#core/contracts/user.ts';
import type { Locale } from '#core/i18n/locales.ts';
import type { User } from '#core/users/user.entity.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { openBotWorld, publicUrl } from './bot-world.ts';
import { aUser } from './builders.ts';

export type AdminChatWorld = Awaited<ReturnType<typeof openAdminChatWorld>>;

/** A row of the outbox that is about something other than an ad. */
interface NoticeRow {
  readonly kind: string;
  readonly subject_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly error: string | null;
  readonly payload: unknown;
}

/** The bot, and the outbox that is really sent to the chats. */
export async function openAdminChatWorld(env: Readonly<Record<string, string>> = {}) {
  const world = await openBotWorld(env);
  const { core, emulator, clock, logger, texts } = world;
  const sender = createTelegramSender(core.config.telegram, { texts, publicUrl, clock, logger });
  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    core.run(() => core.orm.em.execute<Row[]>(text, values));

  return {
    ...world,
    sql,
    /** Forgets everybody and everything, so that tests do not meet. */
    async reset(): Promise<void> {
      await sql('truncate users, problems, notifications, admin_audit, alarms, sources, ingestion_runs cascade');
      await sql('update sender_state set paused_until = null, breaker_until = null');
      emulator.clear();
    },
    /** Somebody whose chat with the bot is open. */
    async someone(role: Role, given: { firstName?: string; language?: Locale } = {}): Promise<User> {
      const user = await aUser(core.orm, { role, ...given });
      await sql('update recipients set next_send_at = ? where user_id = ?', [new Date(0), user.id]);
      emulator.start(user.telegramId);
      emulator.takeUpdates();
      return user;
    },
    /** Sends what waits, until nothing more can be sent. */
    async send(): Promise<void> {
      const { signal } = new AbortController();
      for (let round = 0; round < 50; round += 1) {
        const isBusy = await core.run(() => core.delivery.deliverOnce(sender, signal));
        const waiting = await sql("select from notifications where status in ('pending', 'sending')");
        if (!isBusy && waiting.length === 0) return;
        clock.advance(5000);
      }
      throw new Error('The outbox never comes to rest.');
    },
    /** Sends what is due, and waits until Telegram has answered. */
    async sendOnce(): Promise<void> {
      const { signal } = new AbortController();
      await core.run(() => core.delivery.deliverOnce(sender, signal));
      const inFlight = () => sql("select from notifications where status = 'sending'");
      while ((await inFlight()).length > 0) await core.run(() => core.delivery.deliverOnce(sender, signal));
    },
    notices: () =>
      sql<NoticeRow>(
        "select kind, subject_id, user_id, status, error, payload from notifications where kind <> 'role' order by kind, subject_id, user_id",
      ),
    /** What the bot wrote to somebody, the oldest first. */
    toldTo: ({ telegramId }: User): ChatMessage[] =>
      emulator.messagesOf(telegramId).filter(({ from }) => from === 'bot'),
    last({ telegramId }: User): ChatMessage {
      const message = emulator.lastMessage(telegramId);
      if (!message) throw new Error('The bot said nothing.');
      return message;
    },
    report: (by: User, text: string) => core.run(() => core.problems.report(by.id, text)),
    ask: (by: User, plan: 'basic' | 'advanced') => core.run(() => core.plans.request(by.id, plan)),
    async role({ id }: User): Promise<string> {
      return (await core.run(() => core.users.get(id))).role;
    },
    /** What somebody asked for, without requests that another took the place of. */
    requestsOf: ({ id }: User) =>
      sql<{ plan: string; state: string }>(
        "select plan, state from plan_requests where user_id = ? and state <> 'replaced' order by id",
        [id],
      ),
    audited: async () =>
      (await core.run(() => core.auditLog.list({ limit: 100 }))).map(({ actor, action, way }) => [actor, action, way]),
  };
}
