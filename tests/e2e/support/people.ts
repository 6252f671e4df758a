import { type APIRequestContext, expect } from 'playwright/test';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { callAs, newPerson, saveFilter, signUp, TELEGRAM } from './world.ts';

interface Reader {
  readonly firstName?: string;
  readonly language?: 'lv' | 'en' | 'ru';
  /** What they have stored, each with a name of its own. */
  readonly filters?: readonly object[];
}

/** Somebody who has signed up, lets the bot write, and has these filters. Answers their id in Telegram. */
export async function newReader(request: APIRequestContext, { filters = [], ...person }: Reader = {}): Promise<number> {
  const user = await newPerson(request, person);
  await signUp(request, user);
  await inTelegram(request, 'allow-write-access', { userId: user.id });
  for (const filter of filters) await saveFilter(request, user.id, filter);
  return user.id;
}

/** As many filters, named by their numbers from 1; all but the given number of them are off. */
export function numberedFilters(count: number, active = count): object[] {
  return Array.from({ length: count }, (_, place) => ({
    filterName: `Auto ${place + 1}`,
    active: place < active ? 1 : 0,
    // No car of the market costs so little, so that nobody is written to.
    priceMax: 10 + place,
  }));
}

/** Makes the emulated Telegram do something. */
export async function inTelegram(request: APIRequestContext, action: string, data: object): Promise<unknown> {
  const answer = await request.post(`${TELEGRAM}/control/${action}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Waits until the bot has written something with this in it. */
export async function waitForMessage(
  request: APIRequestContext,
  userId: number,
  textIncludes: string,
): Promise<ChatMessage> {
  return (await inTelegram(request, 'wait-for-message', { userId, textIncludes, timeoutMs: 15_000 })) as ChatMessage;
}

/** The person blocks the bot; resolves when the service has heard of it. */
export async function blockBot(request: APIRequestContext, userId: number): Promise<void> {
  await inTelegram(request, 'block', { userId });
  await expect.poll(async () => (await settingsOf(request, userId)).reachable).toBe(false);
}

export async function settingsOf(request: APIRequestContext, userId: number) {
  return (await callAs(request, userId, 'GET', '/api/user/settings')).body;
}
