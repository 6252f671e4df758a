import * as z from 'zod/mini';
import { filterCriteriaSchema } from '#core/contracts/filter-criteria.ts';
import { readStored, type StoredKey, writeStored } from '../../state/browser-storage.ts';
import type { FilterDraft } from './filter-draft.ts';

/** What was changed and not saved. Only that: the other fields follow what is stored by the time one comes back. */
export type UnsavedChanges = Partial<FilterDraft>;

const FIELDS = { ...filterCriteriaSchema.shape, filterName: z.string(), active: z.literal([0, 1]) };

/** Where the unsaved changes of a filter are kept; null is the new one. */
export function draftKey(userId: number, filterId: number | null): StoredKey {
  return `filterDraft.${userId}.${filterId ?? 'new'}`;
}

/** The unsaved changes of the last visit. */
export function readChanges(key: StoredKey): UnsavedChanges {
  return parseChanges(readStored(key));
}

/** Keeps the changes; where there are none, nothing is kept. */
export function writeChanges(key: StoredKey, changes: UnsavedChanges): void {
  writeStored(key, Object.keys(changes).length === 0 ? null : JSON.stringify(changes));
}

/** The changes that were kept, without those that are not in today's form: one of them must not cost the others. */
export function parseChanges(json: string | null): UnsavedChanges {
  try {
    const kept = Object.entries(JSON.parse(json ?? '{}') as object);
    return Object.fromEntries(kept.filter(([field, value]) => isChange(field, value)));
  } catch (error) {
    console.warn('Unsaved changes could not be read.', error);
    return {};
  }
}

function isChange(field: string, value: unknown): boolean {
  return Object.hasOwn(FIELDS, field) && FIELDS[field as keyof typeof FIELDS].safeParse(value).success;
}
