import { z } from 'zod';
import { filterBodySchema } from '#core/contracts/filter.ts';
import { filterCreatedSchema, filtersResponseSchema, filterUpdatedSchema } from '#core/contracts/filter-answers.ts';
import { idSchema } from '#core/contracts/identifier.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { messagesFor, optionTexts } from '../plugins/locale.ts';
import { ADDRESS_RATES, limitAddress, RATES } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { filtersView, switchPosition } from '../views/filter-view.ts';

const FILTERS_PAGE = '/filters';
const filterIdSchema = z.strictObject({ filterId: idSchema });

/** The signed-in user's filters. */
export function addFilterRoutes(app: ApiApp, { core, texts }: ApiDeps): void {
  app.get(PATHS.filters, { schema: { response: { 200: filtersResponseSchema } } }, async (request) => {
    const { id } = userOf(request);
    const filters = await core.filters.list(id);
    return filtersView(filters, await core.alertHistory.byFilter(id), optionTexts(request, texts));
  });

  app.post(
    PATHS.filterNew,
    {
      config: { rateLimit: RATES.filterNew },
      onRequest: limitAddress(app, ADDRESS_RATES.filterNew),
      schema: { body: filterBodySchema, response: { 201: filterCreatedSchema } },
    },
    async (request, reply) => {
      const { filter, notice } = await core.filters.create(userOf(request).id, request.body.filters);
      const message = notice && messagesFor(request, texts)(notice);
      const created = { filterId: filter.id, active: switchPosition(filter), ...(message && { message }) };
      return reply.code(201).send(created);
    },
  );

  app.put(
    PATHS.filterUpdate,
    { schema: { params: filterIdSchema, body: filterBodySchema, response: { 200: filterUpdatedSchema } } },
    async (request) => {
      const { filterId } = request.params;
      const filter = await core.filters.update(userOf(request).id, filterId, request.body.filters);
      return { active: switchPosition(filter) };
    },
  );

  app.delete(
    PATHS.filterDelete,
    { schema: { params: filterIdSchema, response: { 200: z.strictObject({}) } } },
    async (request) => {
      await core.filters.remove(userOf(request).id, request.params.filterId);
      return {};
    },
  );
}

/** An address of the filters list that other sites may know. */
export function addFiltersRedirect(app: ApiApp): void {
  app.get(PATHS.filtersRedirect, async (_request, reply) => reply.redirect(FILTERS_PAGE, 302));
}
