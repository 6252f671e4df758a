import type { TestApp } from '../test-app.ts';

/** As much of JSON Schema as the contracts use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** A call as the description of the API has it. */
export interface DescribedCall {
  readonly method: string;
  /** With its places: `/filters/update/{filterId}`. */
  readonly path: string;
  readonly body: Schema | null;
  /** Names of what may stand in the query. */
  readonly query: readonly string[];
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** Every call of a service that describes itself at `/docs`, from the contracts, and the one that Telegram makes. */
export async function describedCalls(world: TestApp): Promise<DescribedCall[]> {
  const { paths } = (await world.call({ url: '/docs/json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json'].schema ?? null,
      query: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
    })),
  );
  return [...described, { method: 'POST', path: '/telegram/webhook', body: {}, query: [] }];
}
