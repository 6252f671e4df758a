import type { AlertsResponse, AlertView } from '#core/contracts/alerts.ts';
import { getAlerts, setAdHidden } from '../api/endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

export const ALERTS_KEY = ['alerts'];

/** The user's latest alerts, the newest first. */
export const alertsAtom = atomWithQuery(() => ({
  queryKey: ALERTS_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await getAlerts(signal)).alerts,
}));

/**
 * Hides an ad from further alerts, or takes that back; shown at once in all its alerts.
 * @throws ApiError when the server did not do it; the list then shows what is stored.
 */
export const hideAdAtom = atom(null, async (_get, _set, adId: number, hidden: boolean): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: ALERTS_KEY });
  showHidden(adId, hidden);
  try {
    await setAdHidden(adId, hidden);
  } catch (error) {
    showHidden(adId, !hidden);
    // A lost answer may belong to an ad that is hidden now.
    void queryClient.invalidateQueries({ queryKey: ALERTS_KEY });
    throw error;
  }
});

function showHidden(adId: number, hidden: boolean): void {
  queryClient.setQueryData<AlertsResponse['alerts']>(ALERTS_KEY, (alerts) =>
    alerts?.map((alert): AlertView => (alert.ad.id === adId ? { ...alert, hidden } : alert)),
  );
}
