import type { Plan, PlansResponse } from '#core/contracts/plans.ts';
import { ApiError } from '../api/client.ts';
import { getPlans, requestPlan } from '../api/endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

export type PlanOffer = PlansResponse['plans'][number];

export const PLANS_KEY = ['plans'];

/** The plans as this user sees them, the smallest first. */
export const plansAtom = atomWithQuery(() => ({
  queryKey: PLANS_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await getPlans(signal)).plans,
}));

/**
 * Asks for a plan, and shows it as asked for at once; what was asked for before gives way.
 * @throws ApiError when it could not be asked for; the list then shows what the server knows.
 */
export const requestPlanAtom = atom(null, async (_get, _set, plan: Plan): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: PLANS_KEY });
  const before = queryClient.getQueryData<PlanOffer[]>(PLANS_KEY);
  queryClient.setQueryData<PlanOffer[]>(PLANS_KEY, (offers) =>
    offers?.map((offer) => ({ ...offer, requested: offer.plan === plan })),
  );
  try {
    await requestPlan({ plan });
  } catch (error) {
    // Somebody asked from another window: it is what was wanted.
    if (error instanceof ApiError && error.code === 'plan.alreadyRequested') return;
    queryClient.setQueryData(PLANS_KEY, before);
    // A lost answer may belong to a request that was made.
    void queryClient.invalidateQueries({ queryKey: PLANS_KEY });
    throw error;
  }
});
