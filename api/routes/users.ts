import { PATHS } from '#core/contracts/paths.ts';
import {
  combinedCountResponseSchema,
  filterLimitResponseSchema,
  userInfoResponseSchema,
  userResponseSchema,
} from '#core/contracts/user.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { userView } from '../views/user-view.ts';

/** What the signed-in user may know of themselves. */
export function addUserRoutes(app: ApiApp, { core }: ApiDeps): void {
  app.get(PATHS.user, { schema: { response: { 200: userResponseSchema } } }, async (request) =>
    userView(userOf(request)),
  );

  app.get(PATHS.userInfo, { schema: { response: { 200: userInfoResponseSchema } } }, async (request) => ({
    firstName: userOf(request).firstName,
  }));

  app.get(PATHS.filterLimit, { schema: { response: { 200: filterLimitResponseSchema } } }, async (request) => {
    const { role } = userOf(request);
    return { role, limit: activeFilterLimit(role) };
  });

  app.get(PATHS.combinedCount, { schema: { response: { 200: combinedCountResponseSchema } } }, async (request) => ({
    combinedCount: await core.filters.activeCount(userOf(request).id),
  }));
}
