import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { hashPassword } from '#core/auth/password-hash.ts';
import { type AccountWorld, openAccountWorld } from './account-world.ts';
import { PASSWORD } from './passwords.ts';
import type { TestAppOverrides } from './test-app.ts';

let lastTelegramId = 900_000;

export type MemberWorld = Awaited<ReturnType<typeof openMemberWorld>>;
export type Member = Awaited<ReturnType<MemberWorld['aMember']>>;

/** The API, and people with a username and `PASSWORD` who came by Telegram. */
export async function openMemberWorld(overrides: TestAppOverrides = {}) {
  const world: AccountWorld = await openAccountWorld(overrides);
  return {
    ...world,
    /** @param name gets a number of its own where it ends in `#` */
    async aMember(name: string) {
      lastTelegramId += 1;
      const telegramId = lastTelegramId;
      const username = name.replace('#', String(telegramId % 1000));
      const headers = await world.loginAs({ telegramId });
      const hash = await hashPassword(PASSWORD);
      const [{ id } = { id: '0' }] = await world.sql<{ id: string }>(
        'update users set username = ?, username_key = ?, password_hash = ? where telegram_id = ? returning id',
        [username, username.toLowerCase(), hash, telegramId],
      );
      return { id: Number(id), telegramId, username, headers };
    },
    logIn: (username: unknown, password: unknown, options: InjectOptions = {}): Promise<LightMyRequestResponse> =>
      world.call({ method: 'POST', url: '/auth/password-login', payload: { username, password }, ...options }),
    /** Whether these headers sign somebody in. */
    statusOf: async (headers: object): Promise<number> =>
      (await world.call({ url: '/api/get/user', headers: { ...headers } })).statusCode,
  };
}
