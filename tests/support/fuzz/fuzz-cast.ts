import type { LightMyRequestResponse } from 'fastify';
import type { Role } from '#core/contracts/user.ts';
import type { TestApp } from '../test-app.ts';

/** Who asks; nobody has no session. */
export const CAST = ['nobody', 'user', 'basic', 'advanced', 'admin'] as const;
export type CastName = (typeof CAST)[number];

const FIRST_TELEGRAM_ID = 7_000_000;
const SECOND_MS = 1000;

interface Member {
  readonly telegramId: number;
  readonly role: Role;
  cookie: string;
  origin: string;
}

/** People of every role who stay signed in, whatever their requests do to their sessions. */
export class FuzzCast {
  readonly #world: TestApp;
  readonly #members = new Map<CastName, Member>();

  constructor(world: TestApp) {
    this.#world = world;
  }

  async signIn(): Promise<void> {
    for (const [index, role] of CAST.entries())
      if (role !== 'nobody') await this.#login(role, { telegramId: FIRST_TELEGRAM_ID + index, role });
  }

  async #login(name: CastName, person: { readonly telegramId: number; readonly role: Role }): Promise<void> {
    this.#members.set(name, { ...person, ...(await this.#world.loginAs(person)) });
  }

  /** The headers with which the pages of this person ask. */
  headersOf(name: CastName): Record<string, string> {
    const member = this.#members.get(name);
    return member ? { cookie: member.cookie, origin: member.origin } : {};
  }

  /** What the answer means for the session of who asked by it: another name for it, or that it is over. */
  async note(name: CastName, answer: LightMyRequestResponse): Promise<void> {
    const member = this.#members.get(name);
    if (!member) return;
    const renewed = answer.cookies.find((cookie) => cookie.name === 'sid' && cookie.value !== '');
    if (renewed) member.cookie = `sid=${renewed.value}`;
    if (answer.statusCode === 401 || answer.cookies.some(({ value }) => value === ''))
      await this.#comeBack(name, member);
  }

  /** An account that is gone is opened anew; launch data of the same second would be those of the old one. */
  async #comeBack(name: CastName, member: Member): Promise<void> {
    const { statusCode } = await this.#world.call({ url: '/api/get/user', headers: this.headersOf(name) });
    if (statusCode === 200) return;
    this.#world.clock.advance(SECOND_MS);
    await this.#login(name, { telegramId: member.telegramId, role: member.role });
  }
}
