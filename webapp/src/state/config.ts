import { getConfig } from '../api/endpoints.ts';
import { atomWithQuery } from '../store.ts';

/** Public settings of the service. */
export const configAtom = atomWithQuery(() => ({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) => getConfig(signal),
}));
