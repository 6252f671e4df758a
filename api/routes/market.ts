import type { FastifyRequest } from 'fastify';
import { filterPreviewBodySchema } from '#core/contracts/filter.ts';
import { histogramResponseSchema, previewResponseSchema } from '#core/contracts/filter-answers.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { userOf } from '../guards.ts';
import { optionTexts } from '../plugins/locale.ts';
import { RATES } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { previewView } from '../views/ad-view.ts';

/** What a filter that is being put together would find; nothing is stored. */
export function addMarketRoutes(app: ApiApp, { core, texts }: ApiDeps): void {
  const assertPossible = (request: FastifyRequest, criteria: FilterCriteria) =>
    core.filters.assertPossible(userOf(request).id, criteria);

  app.post(
    PATHS.preview,
    {
      config: { rateLimit: RATES.preview },
      schema: { body: filterPreviewBodySchema, response: { 200: previewResponseSchema } },
    },
    async (request) => {
      const { filters } = request.body;
      await assertPossible(request, filters);
      return previewView(await core.adSearch.preview(filters), optionTexts(request, texts));
    },
  );

  app.post(
    PATHS.histogram,
    {
      config: { rateLimit: RATES.histogram },
      schema: { body: filterPreviewBodySchema, response: { 200: histogramResponseSchema } },
    },
    async (request) => {
      const { filters } = request.body;
      await assertPossible(request, filters);
      return core.adSearch.histogram(filters);
    },
  );
}
