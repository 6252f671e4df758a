import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { useLimitDialog } from '../../components/use-limit-dialog.ts';
import { ask } from '../../state/dialogs.ts';
import type { OwnFilter } from '../../state/filters.ts';
import { feelRefusal, feelSwitch } from '../../telegram/native.ts';
import { draftOf, freeName, newDraft } from './filter-draft.ts';
import { draftKey, type UnsavedChanges } from './stored-draft.ts';
import { type ArrivalState, FILTERS_PATH } from './use-attempt.ts';
import { useFaults } from './use-faults.ts';
import { type EditedFilter, useFilterDraft } from './use-filter-draft.ts';
import { useSaving } from './use-saving.ts';

export interface EditorOptions {
  readonly userId: number;
  /** The filter as it is stored; null edits a new one. */
  readonly filter: OwnFilter | null;
  /** All other filters of the user. */
  readonly others: readonly OwnFilter[];
  /** How many filters may be active. */
  readonly limit: number;
}

const NO_NAMES: readonly string[] = [];
const NOTHING: UnsavedChanges = {};

/** What the page of the editor does. */
export function useEditor({ userId, filter, others, limit }: EditorOptions) {
  const { t } = useTranslation('editor');
  const otherNames = useMemo(() => others.map(({ filterName }) => filterName), [others]);
  const [fresh] = useState(() => newDraft(otherNames, t('defaultName')));
  const stored = useMemo(() => filter && draftOf(filter), [filter]);
  const { draft: proposal = NOTHING } = (useLocation().state ?? {}) as ArrivalState;
  const edited = useFilterDraft(stored ?? fresh, draftKey(userId, filter?.id ?? null), stored ? NOTHING : proposal);
  const { progress, failure, save, remove } = useSaving(filter?.id ?? null, edited);
  const isEditing = progress.kind === 'editing';
  const faults = useFaults(edited.draft, {
    stored: stored ?? undefined,
    // A new filter is among the others as soon as it is stored.
    otherNames: isEditing ? otherNames : NO_NAMES,
    serverFault: failure?.fault ?? null,
  });
  useLeaveGuard(edited.isDirty);
  const scrollToFault = useScrollToFault();
  const saveOrTell = () => {
    if (Object.keys(faults.current).length === 0) return void save();
    feelRefusal();
    faults.showAll();
    scrollToFault();
  };
  return {
    edited,
    progress,
    failure,
    faults,
    fallbackName: freeName(otherNames, t('defaultName')),
    save: saveOrTell,
    remove: () => void remove(),
    leave: useLeaving(edited, isEditing),
    toggle: useSwitch(edited, filter !== null && countActive(others) >= limit),
  };
}

function countActive(filters: readonly OwnFilter[]): number {
  return filters.filter(({ active }) => active === 1).length;
}

/** The switch is part of what is saved. A new filter may be switched on at the limit, too: the server stores it off. */
function useSwitch({ draft, change }: EditedFilter, isAtLimit: boolean): () => void {
  const tellLimit = useLimitDialog();
  return () => {
    if (draft.active === 1 || !isAtLimit) {
      feelSwitch();
      change({ active: draft.active === 1 ? 0 : 1 });
    } else {
      feelRefusal();
      void tellLimit();
    }
  };
}

/** The way back to the list, which asks before anything is lost. */
function useLeaving({ isDirty, discard }: EditedFilter, isEditing: boolean): () => void {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const leave = async () => {
    if (isDirty && isEditing) {
      const answer = await ask({
        title: t('leave.title'),
        message: t('leave.message'),
        buttons: [
          { id: 'keep', text: t('leave.keep') },
          { id: 'discard', text: t('leave.discard'), tone: 'danger' },
        ],
      });
      if (answer !== 'discard') return;
      discard();
    }
    await navigate(FILTERS_PATH, { replace: true });
  };
  return () => void leave();
}

/** Brings the first field that is wrong into view, once its fault is shown. */
function useScrollToFault(): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) document.querySelector('[data-faulty="true"]')?.scrollIntoView({ block: 'center' });
  }, [times]);
  return () => setTimes((before) => before + 1);
}
