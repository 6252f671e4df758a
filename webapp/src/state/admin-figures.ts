import { getFigures } from '../api/admin-endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';
import { ADMIN_KEY } from './administration.ts';
import { watchInput } from './input-watch.ts';

const REFRESH_MS = 15_000;

/** A tab that was forgotten must not keep its session alive by asking for figures. */
const ATTENTION_MS = 10 * 60_000;

const FIGURES_KEY = [ADMIN_KEY, 'figures'];

/** Whether nobody has done anything on the page for so long that the figures stand still. */
export const figuresPausedAtom = atom(false);
figuresPausedAtom.onMount = (setPaused) => {
  const end = watchInput(ATTENTION_MS, (isIdle) => {
    setPaused(isIdle);
    // Coming out of the pause may have asked already.
    if (!isIdle) void queryClient.invalidateQueries({ queryKey: FIGURES_KEY }, { cancelRefetch: false });
  });
  return () => {
    end();
    setPaused(false);
  };
};

/** How the service does, asked anew again and again while somebody looks. */
export const figuresAtom = atomWithQuery((get) => {
  const isPaused = get(figuresPausedAtom);
  return {
    queryKey: FIGURES_KEY,
    queryFn: ({ signal }: { signal: AbortSignal }) => getFigures(signal),
    // A page that is out of sight is left out by the query client itself.
    refetchInterval: isPaused ? (false as const) : REFRESH_MS,
    refetchOnReconnect: !isPaused,
  };
});
