import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { DomainError } from '#core/errors.ts';
import { openAccountWorld } from './account-world.ts';
import { noteSecret } from './noted-secrets.ts';
import { PASSWORD } from './passwords.ts';
import { OWN_ORIGIN } from './test-app.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export type VerificationWorld = Awaited<ReturnType<typeof openVerificationWorld>>;

type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => Promise<LightMyRequestResponse>;

/** Somebody's browser, which keeps its cookies. */
export interface Browser {
  readonly ask: Ask;
  readonly register: (form: object) => Promise<LightMyRequestResponse>;
  readonly forgot: (body: object) => Promise<LightMyRequestResponse>;
  readonly verify: (waiting: Pick<Waiting, 'id'>, code: string) => Promise<LightMyRequestResponse>;
}

/** A change that waits for its code. */
export interface Waiting {
  readonly id: string;
  /** Of the deep link. */
  readonly token: string;
}

let lastNumber = 0;
let lastTelegramId = 6_000_000_000;

/** A number that no other account of these tests has. */
export function aTelegramId(): number {
  lastTelegramId += 1;
  return lastTelegramId;
}

/** What somebody new writes into the form. */
export function aForm(given: Readonly<Record<string, string>> = {}) {
  lastNumber += 1;
  return {
    username: `hawk-${lastNumber}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    email: `hawk${lastNumber}@nest.example`,
    phoneCountryCode: '+371',
    phoneNumber: `26${100_000 + lastNumber}`,
    firstName: 'Anna',
    ...given,
  };
}

/** An answer in short: its status, and the code and field of a refusal. */
export function outcome(answer: LightMyRequestResponse): (number | string)[] {
  const { code, field } = answer.json();
  return [answer.statusCode, code, field].filter((part) => part !== undefined);
}

export function waitingOf(answer: LightMyRequestResponse): Waiting {
  const { id, deepLink } = answer.json().verification;
  return { id, token: deepLink.split('verify_')[1] };
}

/** How many answers there are of each kind. */
export function tally(answers: readonly LightMyRequestResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = outcome(answer).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Of many who came at once with the same code one went through, and the others were refused in words. */
export function expectOneWinner(answers: readonly LightMyRequestResponse[]): void {
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => ![200, 400, 429].includes(statusCode))).toEqual([]);
}

/** The API with the calls that wait for a code; deep links are opened past the bot. */
export async function openVerificationWorld() {
  const world = await openAccountWorld({ botName: () => 'vanags_test_bot' });
  const { core, call, sql } = world;

  const open = async ({ token }: Waiting, telegramId: number) => {
    const given = await core.run(() => core.verifications.open(token, telegramId));
    noteSecret(given.code);
    return given;
  };

  const browser = (own: { headers?: Readonly<Record<string, string>> } = {}): Browser => {
    const cookies = new Map<string, string>();
    const ask: Ask = async (method, url, payload) => {
      const kept = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const headers = {
        cookie: kept,
        origin: OWN_ORIGIN,
        'user-agent': CHROME,
        'accept-language': 'en',
        ...own.headers,
      };
      const answer = await call({ method, url, headers, ...(payload && { payload }) });
      for (const { name, value } of answer.cookies) if (value) cookies.set(name, value);
      return answer;
    };
    return {
      ask,
      register: (form) => ask('POST', '/auth/register', form),
      forgot: (body) => ask('POST', '/auth/forgot-password', body),
      verify: ({ id }, code) => ask('POST', '/auth/verify', { verificationId: id, code }),
    };
  };

  return {
    ...world,
    browser,
    open,
    /** Why a chat gets no code. */
    async refusal(waiting: Waiting, telegramId: number): Promise<string> {
      try {
        await open(waiting, telegramId);
        return 'none';
      } catch (error) {
        if (error instanceof DomainError) return error.code;
        throw error;
      }
    },
    usersWith: (usernameKey: string) =>
      sql<{ id: string; telegram_id: string }>(
        'select id, telegram_id, first_name, role, language, email, phone from users where username_key = ?',
        [usernameKey],
      ),
    /** An account with a username, made by the real calls. */
    async registered(form = aForm(), telegramId = aTelegramId()) {
      const own = browser();
      const waiting = waitingOf(await own.register(form));
      const { code } = await open(waiting, telegramId);
      const answer = await own.verify(waiting, code);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const [row] = await sql<{ id: string }>('select id from users where telegram_id = ?', [telegramId]);
      return { id: Number(row?.id), telegramId, form };
    },
    logIn: (from: Browser, username: string, password: string) =>
      from.ask('POST', '/auth/password-login', { username, password }),
  };
}

/** A code that is not the right one. */
export function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
