import { type APIRequestContext, expect } from 'playwright/test';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';

/** Where the demo of `playwright.config.ts` answers. */
export const APP = 'http://localhost:3100';
export const TELEGRAM = 'http://localhost:8181';
export const MARKET = 'http://localhost:8182';

/** The demo user, who has filters already. */
export const ANNA = 5001;

let lastId = 700_000 + Math.floor(Math.random() * 100_000) * 1000;

/** Somebody who has never opened the app; of the role that signing up gives, `basic` in the demo. */
export async function newPerson(
  request: APIRequestContext,
  { firstName = 'Jānis', language = 'lv' } = {},
): Promise<SimulatedUser> {
  lastId += 1;
  const person = { id: lastId, first_name: firstName, language_code: language };
  const answer = await request.post(`${TELEGRAM}/control/add-user`, { data: person });
  expect(answer.ok()).toBe(true);
  return person;
}

export interface Launch {
  readonly path?: string;
  readonly startParam?: string;
  readonly theme?: 'light' | 'dark';
  readonly platform?: string;
  readonly version?: string;
}

/** The address at which a client opens the mini app, with signed launch data. */
export async function launchUrl(request: APIRequestContext, userId: number, launch: Launch = {}): Promise<string> {
  const answer = await request.get(`${TELEGRAM}/control/web-app`, { params: { user: userId, ...launch } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).url;
}

/** Calls the API as this person, by their launch data. */
export async function callAs(
  request: APIRequestContext,
  userId: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
) {
  const { hash } = new URL(await launchUrl(request, userId));
  const initData = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? '';
  const authorization = `tma ${initData}`;
  const answer = await request.fetch(APP + path, { method, data, headers: { authorization, 'accept-language': 'en' } });
  return { status: answer.status(), body: await answer.json() };
}

/** Signs the person up, as opening the app would. */
export async function signUp(request: APIRequestContext, person: SimulatedUser): Promise<void> {
  const { hash } = new URL(await launchUrl(request, person.id));
  const initData = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? '';
  const data = { telegram_user_id: person.id, first_name: person.first_name, initData };
  // Whoever signed up before has left a cookie, which counts from the app's own pages only.
  const answer = await request.post(`${APP}/auth/signup`, { data, headers: { origin: APP } });
  expect(answer.ok()).toBe(true);
}

/** Stores a filter of the person and answers its id. */
export async function saveFilter(request: APIRequestContext, userId: number, filter: object): Promise<number> {
  const { status, body } = await callAs(request, userId, 'POST', '/filters/new', { filters: { active: 1, ...filter } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.filterId;
}

/** Puts a car on the market; answers the letters at the end of its address. */
export async function addAd(request: APIRequestContext, car: object): Promise<string> {
  const answer = await request.post(`${MARKET}/control/add`, { data: car });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).slug;
}
