import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, store } from '../store.ts';
import { ALERTS_KEY, hideAdAtom } from './alerts.ts';
import { PLANS_KEY, requestPlanAtom } from './plans.ts';

const ALERTS = [
  { ad: { id: 1 }, hidden: false },
  { ad: { id: 2 }, hidden: true },
];
const PLANS = [
  { plan: 'basic', requested: true },
  { plan: 'advanced', requested: false },
];

/** Takes the network away from a call that is on its way. */
let cut: () => void;

beforeEach(() => {
  const away = new Promise<void>((resolve) => {
    cut = resolve;
  });
  queryClient.setQueryData(ALERTS_KEY, ALERTS);
  queryClient.setQueryData(PLANS_KEY, PLANS);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async () => {
    await away;
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shown = (key: readonly string[]) => queryClient.getQueryData(key);

it('an ad that could not be hidden is shown as it was, though the list cannot be read either', async () => {
  const hidden = store.set(hideAdAtom, 1, true);
  await vi.waitFor(() => expect(shown(ALERTS_KEY)).toMatchObject([{ hidden: true }, { hidden: true }]));
  cut();
  await expect(hidden).rejects.toMatchObject({ code: 'offline' });
  expect(shown(ALERTS_KEY)).toEqual(ALERTS);
});

it('a plan that could not be asked for is not shown as asked for', async () => {
  const requested = store.set(requestPlanAtom, 'advanced');
  await vi.waitFor(() => expect(shown(PLANS_KEY)).toMatchObject([{ requested: false }, { requested: true }]));
  cut();
  await expect(requested).rejects.toMatchObject({ code: 'offline' });
  expect(shown(PLANS_KEY)).toEqual(PLANS);
});
