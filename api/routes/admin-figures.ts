import { figuresResponseSchema } from '#core/contracts/admin-figures.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';

/** How the service does, for administrators. */
export function addAdminFigures(app: ApiApp, { core }: ApiDeps): void {
  app.get(PATHS.adminFigures, { schema: { response: { 200: figuresResponseSchema } } }, async () => core.figures.now());
}
