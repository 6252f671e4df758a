import type { SettingsRequest, SettingsResponse } from '#core/contracts/settings.ts';
import { getSettings, putSettings } from '../api/endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

export const SETTINGS_KEY = ['settings'];

/** The user's settings as the server keeps them. */
const storedSettingsAtom = atomWithQuery(() => ({
  queryKey: SETTINGS_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => getSettings(signal),
}));

/** Changes that are on their way to the server, in the order in which they were made. */
const changesAtom = atom<readonly SettingsRequest[]>([]);

/** The user's settings as a query, with what was just changed already in them. */
export const settingsAtom = atom((get) => {
  const query = get(storedSettingsAtom);
  const changes = get(changesAtom);
  // The query hears of an answer a moment after the change is taken off; in between it would show the old settings.
  const stored = queryClient.getQueryData<SettingsResponse>(SETTINGS_KEY);
  return { ...query, data: stored && withChanges(stored, changes) };
});

function withChanges(stored: SettingsResponse, changes: readonly SettingsRequest[]): SettingsResponse {
  return Object.assign({}, stored, ...changes);
}

let lastSave: Promise<unknown> = Promise.resolve();

/**
 * Shows the change at once and saves it after those before it, so that the last one counts.
 * @returns the server's answer, with `missed` where it switched the alerts on again.
 * @throws ApiError when it was not saved; the setting then shows what is stored.
 */
export const saveSettingsAtom = atom(null, async (_get, set, change: SettingsRequest): Promise<SettingsResponse> => {
  set(changesAtom, (changes) => [...changes, change]);
  const save = lastSave.then(() => store(change));
  // Whoever made that change learns of its failure; the next one is saved all the same.
  lastSave = save.catch(() => undefined);
  try {
    return await save;
  } finally {
    set(changesAtom, (changes) => changes.filter((other) => other !== change));
  }
});

async function store(change: SettingsRequest): Promise<SettingsResponse> {
  // An answer that is on its way still tells the old settings.
  await queryClient.cancelQueries({ queryKey: SETTINGS_KEY });
  try {
    const answer = await putSettings(change);
    const { missed: _, ...stored } = answer;
    queryClient.setQueryData<SettingsResponse>(SETTINGS_KEY, stored);
    return answer;
  } catch (error) {
    // A lost answer may belong to a saved change.
    void queryClient.invalidateQueries({ queryKey: SETTINGS_KEY });
    throw error;
  }
}
