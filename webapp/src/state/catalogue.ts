import { atomWithQuery } from '../store.ts';

export type Catalogue = typeof import('#core/catalog/brands.ts');

/** Names of makes and models. They are heavy, so they come when the first page needs them. */
export const catalogueAtom = atomWithQuery(() => ({
  queryKey: ['catalogue'],
  queryFn: (): Promise<Catalogue> => import('#core/catalog/brands.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}));
