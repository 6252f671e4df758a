import { deleteAccount, getExport } from '../api/endpoints.ts';
import { atom, queryClient } from '../store.ts';
import { forgetKept } from './auth.ts';
import { forgetDraftsAtom } from './drafts.ts';

/** Everything that is stored about the user, as a file to keep. */
export interface ExportFile {
  readonly name: string;
  /** JSON, laid out for people. */
  readonly text: string;
}

/** @throws ApiError */
export async function loadExport(): Promise<ExportFile> {
  return { name: 'vanags.json', text: JSON.stringify(await getExport(), null, 2) };
}

/** Deletes the account for good. @throws ApiError when it is still there. */
export const deleteAccountAtom = atom(null, async (): Promise<void> => {
  await deleteAccount();
  forgetKept();
});

/** Drops what the pages still know of the person. */
export const forgetAccountAtom = atom(null, (_get, set) => {
  set(forgetDraftsAtom);
  queryClient.clear();
});
