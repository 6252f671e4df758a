import type { InjectOptions } from 'fastify';
import type { UsersResponse } from '#core/contracts/admin-users.ts';
import { type Account, type AccountWorld, openAccountWorld } from './account-world.ts';
import type { TestAppOverrides } from './test-app.ts';

export type AdminWorld = Awaited<ReturnType<typeof openAdminWorld>>;

/** The deeds that an administrator can do to a user, as the method and the path before the user's id. */
export const USER_DEEDS = [
  ['PUT', '/admin/promote/basic/'],
  ['PUT', '/admin/promote/advanced/'],
  ['PUT', '/admin/demote/basic/'],
  ['PUT', '/admin/demote/user/'],
  ['DELETE', '/admin/delete/user/'],
] as const;

/** The API with an administrator who asks in English. */
export async function openAdminWorld(overrides: TestAppOverrides = {}) {
  const world: AccountWorld = await openAccountWorld(overrides);
  const { core, sql } = world;
  const admin: Account = await world.someone({ role: 'admin', firstName: 'Ada' });
  return {
    ...world,
    admin,
    /** The page of users that a query finds. */
    async users(query: Record<string, string | number> = {}): Promise<UsersResponse> {
      const asked = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return (await admin.ask('GET', `/admin/get/users?${asked}`)).json();
    },
    /** The role in the database; undefined: there is no such user. */
    async roleOf(userId: number): Promise<string | undefined> {
      const [user] = await sql<{ role: string }>('select role from users where id = ?', [userId]);
      return user?.role;
    },
    /** What the audit log tells of a user, the newest first. */
    audited: (userId?: number) =>
      core.run(() => core.auditLog.list({ limit: 100, ...(userId !== undefined && { userId }) })),
    /** Asks from an address of the network. */
    askFrom: (remoteAddress: string, by: Account, request: InjectOptions) =>
      world.call({ ...request, remoteAddress, headers: by.headers }),
  };
}
