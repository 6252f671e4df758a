import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filterCriteriaSchema } from '#core/contracts/filter-criteria.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
let headers: { cookie: string; origin: string };
beforeAll(async () => {
  world = await createTestApp({ botName: () => 'vanags_test_bot' });
  headers = await world.loginAs({ telegramId: 1, role: 'admin' });
});
afterAll(() => world.close());

const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>('0', '-', 'any', 'all', '__proto__', 'constructor', 0, -0, 1e308, '\ud800', '\u0000', ['0']),
);
const filterFields = fc.record(
  Object.fromEntries(['filterName', 'active', ...Object.keys(filterCriteriaSchema.shape)].map((key) => [key, odd])),
  { requiredKeys: [] },
);
const body = fc.oneof(
  odd,
  filterFields.map((filters) => ({ filters })),
  fc.dictionary(fc.string(), odd),
);
const query = fc.dictionary(
  fc.oneof(fc.constantFrom('limit', 'cursor', 'search', 'role', 'sort'), fc.string({ maxLength: 5 })),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('1', '-id', 'admin', "' or 1=1--", '%', '\\'),
  ),
  { maxKeys: 3 },
);
const call = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
  path: fc.constantFrom(...Object.values(PATHS).filter((path) => path !== PATHS.signout)),
  id: fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.integer()),
  language: fc.string({ unit: 'grapheme-ascii' }),
  query,
  body,
});

/** A sign-out everywhere else gives the session another name. */
function keepSession({ cookies }: LightMyRequestResponse): void {
  const renewed = cookies.find(({ name, value }) => name === 'sid' && value !== '');
  if (renewed) headers.cookie = `sid=${renewed.value}`;
}

it('nothing that is sent ends in a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(call, async ({ method, path, id, language, query: asked, body: payload }) => {
      const value = String(id).toWellFormed();
      const names = path.match(/(?<=:)\w+/g) ?? [];
      const place = pathWith(path, Object.fromEntries(names.map((name) => [name, value])));
      const url = `${place}?${new URLSearchParams(asked)}`;
      const withBody = method !== 'GET' && method !== 'HEAD';
      const answer = await world.call({
        method: method as 'POST',
        url,
        headers: { ...headers, 'accept-language': language.trim(), 'content-type': 'application/json' },
        ...(withBody && { payload: JSON.stringify(payload) }),
      });
      keepSession(answer);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});
