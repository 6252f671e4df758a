import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';

const entrySchema = z.object({ step: z.int().check(z.minimum(1)), from: z.int() });
const stateSchema = z.object({ formStep: entrySchema });
const FIRST_ENTRY = { step: 1, from: 0 };

/**
 * The steps of a form as entries of the browser's history, under one address. Each entry knows the step before it, so
 * that a way back in the page and the browser's own are the same.
 */
export function useStepHistory() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entry = stateSchema.safeParse(state).data?.formStep ?? FIRST_ENTRY;
  // What else the entry carries, like the page that a log-in leads to, goes along.
  const carried: object | null = state;
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [entry.step]);
  const put = (step: number, from: number, replace: boolean) =>
    void navigate({ pathname, search }, { state: { ...carried, formStep: { step, from } }, replace });
  return {
    ...entry,
    /** Opens a step, from which the browser leads back to the given one. */
    open: (step: number, from: number) => put(step, from, false),
    /** Goes to a step before the given one: through the history where it came from there. */
    returnTo: (step: number) => (entry.from === step ? void navigate(-1) : put(step, entry.from, true)),
  };
}
