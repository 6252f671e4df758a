import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../components/error-text.ts';
import { copyFilterAtom, type FilterCopy, undoCopyAtom } from '../../state/filter-copy.ts';
import type { OwnFilter } from '../../state/filters.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal, feelSuccess } from '../../telegram/native.ts';

/** Copies a filter at a tap; the copy can be taken back until something else is done. */
export function useFilterCopy() {
  const { t } = useTranslation(['fault', 'errors']);
  const copyFilter = useSetAtom(copyFilterAtom);
  const undoCopy = useSetAtom(undoCopyAtom);
  const [made, setMade] = useState<FilterCopy | null>(null);
  const [undone, setUndone] = useState<OwnFilter | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = useRef(false);

  async function attempt(change: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setFault(null);
    setUndone(null);
    try {
      await change();
      feelSuccess();
    } catch (error) {
      feelRefusal();
      setFault(errorText(error, t));
    }
    isBusy.current = false;
  }

  const copy = (filter: OwnFilter, name: string) => attempt(async () => setMade(await copyFilter(filter, name)));

  const undo = () =>
    attempt(async () => {
      if (!made) return;
      await undoCopy(made.filter);
      setMade(null);
      setUndone(made.filter);
    });

  function dismiss() {
    setMade(null);
    setFault(null);
  }

  return { made, undone, fault, copy, undo, dismiss };
}

export type FilterCopying = ReturnType<typeof useFilterCopy>;
