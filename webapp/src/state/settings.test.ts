import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SettingsResponse } from '#core/contracts/settings.ts';
import { queryClient, store } from '../store.ts';
import { SETTINGS_KEY, saveSettingsAtom, settingsAtom } from './settings.ts';

const STORED: SettingsResponse = {
  language: 'lv',
  alerts: false,
  delivery: 'instant',
  quietFrom: null,
  quietTo: null,
  timeZone: 'Europe/Riga',
  reachable: true,
  testAlert: null,
};

/** The calls that wait for their answer, in the order in which they came. */
let calls: { body: unknown; answer: (status: number, settings: object) => void }[] = [];

beforeEach(() => {
  calls = [];
  queryClient.setQueryData(SETTINGS_KEY, STORED);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal(
    'fetch',
    (_path: string, { body }: { body?: string }) =>
      new Promise((resolve) => {
        const answer = (status: number, settings: object) => resolve(Response.json(settings, { status }));
        calls.push({ body: body && JSON.parse(body), answer });
      }),
  );
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shown = () => store.get(settingsAtom).data;

it('shows a change at once, and keeps what the server answers', async () => {
  const saved = store.set(saveSettingsAtom, { alerts: true });
  expect(shown()).toMatchObject({ alerts: true });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(200, { ...STORED, alerts: true, missed: 3 });
  expect(await saved).toMatchObject({ missed: 3 });
  expect(shown()).toEqual({ ...STORED, alerts: true });
});

it('takes a change back that was not saved', async () => {
  const saved = store.set(saveSettingsAtom, { delivery: 'daily' });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(500, { code: 'service.internal', message: 'Internal server error.' });
  await expect(saved).rejects.toThrow('Internal server error.');
  expect(shown()).toEqual(STORED);
});

it('saves one change after the other, and shows the later one all the while', async () => {
  const first = store.set(saveSettingsAtom, { alerts: true });
  const second = store.set(saveSettingsAtom, { alerts: false });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(500, { code: 'service.internal', message: 'Internal server error.' });
  await expect(first).rejects.toThrow();
  expect(shown()).toMatchObject({ alerts: false });
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ alerts: true }, { alerts: false }]));
  calls[1]?.answer(200, STORED);
  await second;
  expect(shown()).toEqual(STORED);
});
