import { useState } from 'react';
import { readKept, writeKept } from '../../state/tab-storage.ts';
import { draftFrom, EMPTY_DRAFT, keptDraftSchema, keptOf, type RegistrationDraft } from './registration-draft.ts';

/** What was typed for a registration, kept over a reload without its passwords; null forgets it. */
export function useKeptDraft() {
  const [draft, setDraft] = useState(() => draftFrom(readKept('registration', keptDraftSchema)));
  const keep = (next: RegistrationDraft | null) => {
    setDraft(next ?? EMPTY_DRAFT);
    writeKept('registration', next && keptOf(next));
  };
  return [draft, keep] as const;
}
