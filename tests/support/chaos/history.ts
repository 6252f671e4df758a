import type { RecordedCall } from '#tools/telegram-emulator/types.ts';
import type { FedAd } from './ad-feed.ts';
import type { Wishes } from './alert-oracle.ts';
import type { ChaosWorld, Kill, Start } from './chaos-world.ts';
import type { Listener } from './listeners.ts';

/** A row of the outbox at the end. */
export interface OutboxRow {
  readonly userId: number;
  readonly key: string;
  readonly occasion: string;
  readonly status: string;
  readonly error: string | null;
}

/** All that is known of a run when it is over: what Telegram saw, what was done to the service, and what is stored. */
export interface History {
  readonly ads: readonly FedAd[];
  readonly listeners: readonly Listener[];
  readonly wishes: Wishes;
  readonly calls: readonly RecordedCall[];
  /** Of the calls, those that send something, by chat. */
  readonly sends: ReadonlyMap<number, readonly RecordedCall[]>;
  readonly callsInHold: number;
  readonly wrongCalls: readonly string[];
  readonly kills: readonly Kill[];
  readonly starts: readonly Start[];
  readonly rows: readonly OutboxRow[];
}

export async function readHistory(world: ChaosWorld): Promise<History> {
  const { telegram, feed, audience, kills, starts } = world;
  const calls = await telegram.calls();
  const violations = await telegram.violations();
  const inHold = await telegram.retryAfterViolations();
  const sends = calls.filter(({ method, chatId }) => chatId !== undefined && method.startsWith('send'));
  const rows = await world.ask<Omit<OutboxRow, 'userId'> & { userId: string }>(
    `select user_id as "userId", replace(external_id, 'chaos:', '') as key, payload->>'occasion' as occasion, status, error
     from notifications join ads on ads.id = ad_id where kind = 'ad' order by subject_id, user_id`,
  );
  return {
    ads: feed.ads,
    ...audience,
    calls,
    sends: Map.groupBy(sends, ({ chatId }) => chatId ?? 0),
    callsInHold: inHold.length,
    wrongCalls: violations.map(({ method, description }) => `${method}: ${description}`),
    kills,
    starts,
    rows: rows.map((row) => ({ ...row, userId: Number(row.userId) })),
  };
}
