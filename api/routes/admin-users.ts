import { z } from 'zod';
import { usersQuerySchema, usersResponseSchema } from '#core/contracts/admin-users.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { idSchema } from '#core/contracts/identifier.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { actorOf } from '../guards.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { usersView } from '../views/admin-user-view.ts';

const deed = { params: z.strictObject({ userId: idSchema }), response: { 200: emptyAnswerSchema } };

const ROLE_CHANGES = [
  [PATHS.adminPromoteBasic, 'promote', 'basic'],
  [PATHS.adminPromoteAdvanced, 'promote', 'advanced'],
  [PATHS.adminDemoteBasic, 'demote', 'basic'],
  [PATHS.adminDemoteUser, 'demote', 'user'],
] as const;

/** All users, for administrators, who give and take their roles and end their accounts. */
export function addAdminUserRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.get(
    PATHS.adminUsers,
    { schema: { querystring: usersQuerySchema, response: { 200: usersResponseSchema } } },
    async (request) => usersView(await core.userSearch.page(request.query)),
  );

  for (const [path, direction, role] of ROLE_CHANGES)
    app.put(path, { schema: deed }, async (request) => {
      await core.userRoles[direction](actorOf(request), request.params.userId, role);
      return {};
    });

  app.delete(PATHS.adminUserDelete, { schema: deed }, async (request) => {
    await core.accountDeletion.deleteUser(actorOf(request), request.params.userId);
    return {};
  });
}
