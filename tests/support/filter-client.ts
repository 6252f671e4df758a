import type { LightMyRequestResponse } from 'fastify';
import { type FiltersResponse, filtersResponseSchema } from '#core/contracts/filter-answers.ts';
import type { Role } from '#core/contracts/user.ts';
import type { TestApp } from './test-app.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A signed-in user with their filters, asking in English through the real calls. */
export interface FilterClient {
  readonly userId: number;
  create(filters: Fields): Promise<LightMyRequestResponse>;
  update(id: number, filters: Fields): Promise<LightMyRequestResponse>;
  remove(id: number): Promise<LightMyRequestResponse>;
  get(url: string): Promise<LightMyRequestResponse>;
  /** @param language of the names, `en` unless told otherwise */
  filters(language?: string): Promise<FiltersResponse>;
  activeCount(): Promise<number>;
  /** @returns the ids of so many new filters, in the order in which they were made */
  createMany(count: number, active: 0 | 1): Promise<number[]>;
}

let lastTelegramId = 1000;

/** Signs up somebody new. A filter is sent switched on unless it says otherwise. */
export async function someone(world: TestApp, role: Role): Promise<FilterClient> {
  lastTelegramId += 1;
  const own = await world.loginAs({ telegramId: lastTelegramId, role });
  const headers = { ...own, 'accept-language': 'en' };
  const get = (url: string) => world.call({ url, headers });
  const send = (method: 'POST' | 'PUT', url: string, filters: Fields) =>
    world.call({ method, url, headers, payload: { filters: { active: 1, ...filters } } });
  const create = (filters: Fields) => send('POST', '/filters/new', filters);
  return {
    userId: (await get('/api/get/user')).json().id,
    create,
    update: (id, filters) => send('PUT', `/filters/update/${id}`, filters),
    remove: (id) => world.call({ method: 'DELETE', url: `/filters/delete/${id}`, headers }),
    get,
    filters: async (language = 'en') => {
      const asked = { url: '/filters/get/filters', headers: { ...own, 'accept-language': language } };
      return filtersResponseSchema.parse((await world.call(asked)).json());
    },
    activeCount: async () => (await get('/filters/get/combined-count')).json().combinedCount,
    async createMany(count, active) {
      const ids: number[] = [];
      for (let index = 0; index < count; index += 1)
        ids.push((await create({ filterName: `${active}-${index}`, active })).json().filterId);
      return ids;
    },
  };
}
