import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftFaults, type DraftField, draftFaults, type FilterDraft, isNameTaken } from './filter-draft.ts';
import { useSettled } from './use-settled.ts';

/** Somebody who is still typing is not told that it is wrong. */
const PATIENCE_MS = 300;

/** What the server found wrong with one field, in its words. */
export interface ServerFault {
  readonly field: string;
  readonly message: string;
  /** What it judged: another value is not wrong before it is sent. */
  readonly draft: FilterDraft;
}

/** The first fault of the given fields in words; null when they are right. */
export type FaultOf = (...fields: DraftField[]) => string | null;

export interface Faults {
  /** As they are shown: with patience, and with the server's own. */
  readonly faultOf: FaultOf;
  /** As they are now. */
  readonly current: DraftFaults;
  /** From now on without patience: somebody wanted to save. */
  readonly showAll: () => void;
}

interface FaultsOptions {
  readonly stored: FilterDraft | undefined;
  readonly otherNames: readonly string[];
  readonly serverFault: ServerFault | null;
}

export function useFaults(draft: FilterDraft, { stored, otherNames, serverFault }: FaultsOptions): Faults {
  const { t } = useTranslation('errors');
  const [isImpatient, setIsImpatient] = useState(false);
  const settled = useSettled(draft, PATIENCE_MS);
  const judge = (judged: FilterDraft): DraftFaults => ({
    ...(isNameTaken(judged.filterName, otherNames) && { filterName: 'filter.nameTaken' }),
    ...draftFaults(judged, new Date(), stored),
  });
  const current = useMemo(() => judge(draft), [draft, stored, otherNames]);
  const patient = useMemo(() => judge(settled), [settled, stored, otherNames]);
  const faultOf: FaultOf = (...fields) => {
    for (const field of fields) {
      const code = current[field];
      if (code && (isImpatient || patient[field])) return t(code);
      if (serverFault?.field === field && serverFault.draft[field] === draft[field]) return serverFault.message;
    }
    return null;
  };
  return { faultOf, current, showAll: () => setIsImpatient(true) };
}
