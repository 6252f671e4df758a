import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useIsShown } from '../../components/use-is-shown.ts';
import { useLimitDialog } from '../../components/use-limit-dialog.ts';
import { ask } from '../../state/dialogs.ts';
import { createFilterAtom, deleteFilterAtom, saveFilterAtom } from '../../state/filter-saving.ts';
import { letAlertsComeAtom } from '../../state/write-access.ts';
import { useSetAtom } from '../../store.ts';
import { bodyOf } from './filter-draft.ts';
import { type ArrivalState, type Done, doneWith, type Failure, FILTERS_PATH, useAttempt } from './use-attempt.ts';
import type { EditedFilter } from './use-filter-draft.ts';

/** Saves the draft: as a new filter where `id` is null. */
export function useSaving(id: number | null, edited: EditedFilter) {
  const store = useStore(id, edited);
  const explain = useExplanation(edited);
  const { progress, failure, attempt } = useAttempt();
  const remove = useRemoval(id, edited);
  return {
    progress,
    failure,
    save: () => attempt({ kind: 'saving', act: store, explain }),
    remove: async () => {
      if (progress.kind === 'editing' && (await remove.isWanted())) await attempt({ kind: 'deleting', ...remove });
    },
  };
}

function useStore(id: number | null, { draft, discard }: EditedFilter): () => Promise<Done> {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const isShown = useIsShown();
  const createFilter = useSetAtom(createFilterAtom);
  const saveFilter = useSetAtom(saveFilterAtom);
  const letAlertsCome = useSetAtom(letAlertsComeAtom);
  return async () => {
    if (id !== null) {
      const { message, active } = await saveFilter(id, bodyOf(draft));
      letAlertsCome(active);
      discard();
      return doneWith(t('saved'), message);
    }
    const { filterId, message, active, isListed } = await createFilter(bodyOf(draft));
    letAlertsCome(active);
    discard();
    const done = doneWith(t('saved'), message);
    const state: ArrivalState = { done };
    // Whoever has gone elsewhere meanwhile is not called back.
    if (isListed && isShown.current) await navigate(`${FILTERS_PATH}/update/${filterId}`, { replace: true, state });
    return done;
  };
}

/** Why a filter was not saved. What was typed stays; the switch follows what is stored. */
function useExplanation({ draft, release }: EditedFilter): (error: unknown) => Failure | null {
  const { t } = useTranslation('editor');
  const tellLimit = useLimitDialog();
  return (error) => {
    if (!(error instanceof ApiError)) return { text: t('saveFailed') };
    const { code, details, message, status } = error;
    if (details.active !== undefined) release('active');
    if (code === 'filter.limitReached') {
      void tellLimit(details.title, message);
      return null;
    }
    const isTold = message !== '' && (status === 400 || code === 'filter.notAllowed');
    if (!isTold) return { text: t('saveFailed') };
    const { field } = details;
    return { text: message, ...(field !== undefined && { fault: { field, message, draft } }) };
  };
}

function useRemoval(id: number | null, { draft, discard }: EditedFilter) {
  const { t } = useTranslation(['editor', 'webapp']);
  const deleteFilter = useSetAtom(deleteFilterAtom);
  const isWanted = async () => {
    const answer = await ask({
      title: t('editor:delete.title'),
      message: t('editor:delete.message', { name: draft.filterName }),
      buttons: [
        { id: 'keep', text: t('webapp:cancel') },
        { id: 'delete', text: t('editor:delete.confirm'), tone: 'danger' },
      ],
    });
    return id !== null && answer === 'delete';
  };
  const act = async () => {
    if (id !== null) await deleteFilter(id);
    discard();
    return doneWith(t('editor:delete.done'));
  };
  return { isWanted, act, explain: (): Failure => ({ text: t('editor:delete.failed') }) };
}
