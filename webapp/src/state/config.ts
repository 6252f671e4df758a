import { getConfig } from '../api/endpoints.ts';
import { atom, atomWithQuery } from '../store.ts';

/** Public settings of the service. */
export const configAtom = atomWithQuery(() => ({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) => getConfig(signal),
}));

/** Address of the chat with the bot; null while its name is not known. */
export const botUrlAtom = atom((get) => get(configAtom).data?.botUrl ?? null);
