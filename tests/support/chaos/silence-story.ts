import { setTimeout as moment } from 'node:timers/promises';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import { signInitData } from '#tools/telegram-emulator/init-data.ts';
import { adsIn } from './alert-history.ts';
import type { ChaosWorld } from './chaos-world.ts';
import type { Listener } from './listeners.ts';
import type { ServiceProcess } from './service-process.ts';

/** What ends the alerts of a user, or one of them. */
export const DEEDS = ['filter off', 'filter deleted', 'paused', 'ad hidden', 'account deleted'] as const;
export type Deed = (typeof DEEDS)[number];

/** What all listeners look for. */
export const CHEAP = { priceMax: 5_000 };

export interface Silence {
  readonly deed: Deed;
  readonly chatId: number;
  /** When the answer 200 was read, in milliseconds since 1970. */
  readonly at: number;
  /** The ad that was hidden; null: all of them are to fall silent. */
  readonly key: string | null;
}

/** While alerts go out, the listener asks for silence by the API of the service, as the mini app does. */
export async function askForSilence(
  world: ChaosWorld,
  service: ServiceProcess,
  listener: Listener,
  deed: Deed,
): Promise<Silence> {
  const [filter] = await world.ask<{ id: string; name: string }>('select id, name from filters where user_id = ?', [
    listener.userId,
  ]);
  const waiting = deed === 'ad hidden' ? await lastWaitingAd(world, listener) : null;
  const filterId = Number(filter?.id);
  const off = { filters: { filterName: filter?.name, ...CHEAP, active: 0 } };
  const calls: Readonly<Record<Deed, readonly [method: string, path: string, body?: object]>> = {
    'filter off': ['PUT', pathWith(PATHS.filterUpdate, { filterId }), off],
    'filter deleted': ['DELETE', pathWith(PATHS.filterDelete, { filterId })],
    paused: ['PUT', PATHS.settings, { alerts: false }],
    'ad hidden': ['POST', pathWith(PATHS.adHide, { adId: waiting?.adId ?? 0 })],
    'account deleted': ['DELETE', PATHS.deleteAccount],
  };
  await callAs(world, service, listener, ...calls[deed]);
  return { deed, chatId: listener.chatId, at: Date.now(), key: waiting?.key ?? null };
}

/** Messages that came after silence was asked for. */
export async function messagesAfter(world: ChaosWorld, { chatId, at, key }: Silence): Promise<number> {
  const calls = await world.telegram.calls();
  return calls.filter(
    (call) =>
      call.chatId === chatId &&
      call.at > at &&
      call.method.startsWith('send') &&
      adsIn(call.payload).some((ad) => key === null || ad.key === key),
  ).length;
}

/** Waits until the listener has been told of so many ads. */
export async function toldSome(world: ChaosWorld, { userId }: Listener, count: number): Promise<void> {
  for (;;) {
    const [row] = await world.ask<{ told: number }>(
      "select count(*)::int as told from notifications where user_id = ? and status = 'sent'",
      [userId],
    );
    if ((row?.told ?? 0) >= count) return;
    await moment(20);
  }
}

async function lastWaitingAd(world: ChaosWorld, { userId }: Listener): Promise<{ adId: number; key: string } | null> {
  const [row] = await world.ask<{ id: string; key: string }>(
    `select ads.id, replace(external_id, 'chaos:', '') as key from notifications join ads on ads.id = ad_id
     where user_id = ? and status = 'pending' order by due_at desc, subject_id desc limit 1`,
    [userId],
  );
  return row ? { adId: Number(row.id), key: row.key } : null;
}

async function callAs(
  world: ChaosWorld,
  service: ServiceProcess,
  { chatId }: Listener,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const { token } = world.telegram;
  const user = { id: chatId, first_name: 'Anna', language_code: 'lv' };
  const initData = signInitData({ token, user, allowsWriteToPm: true, authDate: new Date() });
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `tma ${initData}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
