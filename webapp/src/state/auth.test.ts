import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#core/contracts/user.ts';
import { ApiError } from '../api/client.ts';
import { type AuthCalls, signIn } from './auth.ts';

const ANNA: SessionUser = { id: 1, telegram_user_id: 5001, first_name: 'Anna' };
const OLGA: SessionUser = { id: 3, telegram_user_id: 5003, first_name: 'Ольга' };
const LAUNCH = {
  initData: 'signed',
  user: { id: ANNA.telegram_user_id, firstName: 'Anna', languageCode: 'lv' },
  mayWrite: true,
  startParam: null,
  platform: 'ios',
} as const;
const { signal } = new AbortController();

/** A server on which the given user is signed in; `refuses` is its answer to a log-in. */
function server(signedIn: SessionUser | null, refuses?: ApiError) {
  const made: string[] = [];
  const calls: AuthCalls = {
    getStatus: async () => ({ isLoggedIn: signedIn !== null, user: signedIn }),
    logIn: async ({ telegram_user_id, initData }) => {
      made.push(`login ${telegram_user_id} ${initData}`);
      if (refuses) throw refuses;
      return { user: ANNA };
    },
    signUp: async ({ telegram_user_id, first_name, initData }) => {
      made.push(`signup ${telegram_user_id} ${first_name} ${initData}`);
      return { user: ANNA };
    },
  };
  return { calls, made };
}

describe('signIn', () => {
  it('keeps the session of the same person', async () => {
    const { calls, made } = server(ANNA);
    expect(await signIn(calls, LAUNCH, signal)).toEqual(ANNA);
    expect(made).toEqual([]);
  });

  it('logs in by the launch string where there is no session', async () => {
    const { calls, made } = server(null);
    expect(await signIn(calls, LAUNCH, signal)).toEqual(ANNA);
    expect(made).toEqual(['login 5001 signed']);
  });

  it('does not go on as another account that left its session behind', async () => {
    const { calls, made } = server(OLGA);
    expect(await signIn(calls, LAUNCH, signal)).toEqual(ANNA);
    expect(made).toEqual(['login 5001 signed']);
  });

  it('signs a stranger up', async () => {
    const { calls, made } = server(null, new ApiError('user.unknown', 404));
    expect(await signIn(calls, LAUNCH, signal)).toEqual(ANNA);
    expect(made).toEqual(['login 5001 signed', 'signup 5001 Anna signed']);
  });

  it('signs nobody up after another refusal', async () => {
    const refusal = new ApiError('auth.initDataExpired', 401);
    const { calls, made } = server(null, refusal);
    await expect(signIn(calls, LAUNCH, signal)).rejects.toBe(refusal);
    expect(made).toHaveLength(1);
  });

  it('asks only for the session in a browser', async () => {
    expect(await signIn(server(null).calls, null, signal)).toBeNull();
    expect(await signIn(server(OLGA).calls, null, signal)).toEqual(OLGA);
  });
});
