import { useEffect, useMemo, useState } from 'react';
import type { StoredKey } from '../../state/browser-storage.ts';
import { changesOf, type DraftChange, type FilterDraft, sameDraft } from './filter-draft.ts';
import { readChanges, type UnsavedChanges, writeChanges } from './stored-draft.ts';

export interface EditedFilter {
  readonly draft: FilterDraft;
  readonly isDirty: boolean;
  /** The draft began with the unsaved changes of an earlier visit. */
  readonly isRestored: boolean;
  readonly change: DraftChange;
  /** Gives a field back to what is stored. */
  readonly release: (field: keyof FilterDraft) => void;
  /** Forgets all changes, the kept ones, too. */
  readonly discard: () => void;
}

/**
 * The draft of a filter: what is stored (`base`, which may change meanwhile), and over it what the person has changed.
 * Changes are kept in the browser until they are saved or discarded, so that a closed app loses none.
 * @param proposal what to begin with where no changes were kept; as it stands, nobody would miss it.
 */
export function useFilterDraft(base: FilterDraft, key: StoredKey, proposal: UnsavedChanges): EditedFilter {
  const [kept] = useState(() => changesOf(base, { ...base, ...readChanges(key) }));
  const [isRestored, setIsRestored] = useState(!isEmpty(kept));
  const [changes, setChanges] = useState<UnsavedChanges>(isRestored ? kept : proposal);
  const draft = useMemo(() => ({ ...base, ...changes }), [base, changes]);
  const unsaved = useMemo(() => {
    const isUntouched = sameDraft(draft, { ...base, ...proposal });
    return isUntouched ? {} : changesOf(base, draft);
  }, [base, draft, proposal]);
  useEffect(() => writeChanges(key, unsaved), [key, unsaved]);
  return {
    draft,
    isDirty: !isEmpty(unsaved),
    isRestored,
    change: (change) => {
      setChanges((before) => changesOf(base, { ...base, ...before, ...change }));
      setIsRestored(false);
    },
    release: (field) => setChanges(({ [field]: _released, ...others }) => others),
    discard: () => {
      writeChanges(key, {});
      setChanges({});
      setIsRestored(false);
    },
  };
}

function isEmpty(changes: UnsavedChanges): boolean {
  return Object.keys(changes).length === 0;
}
