import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { type OwnFilter, switchFilterAtom } from '../../state/filters.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal, feelSwitch, tellNatively } from '../../telegram/native.ts';

/** A refusal that is told in a dialog. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

export interface SwitchListener {
  /** The filter in its new position. */
  readonly onSwitched: (filter: OwnFilter) => void;
  readonly onRefused: (refusal: Refusal) => void;
}

/** A switch that acts at once, and returns to the stored position with a message when the server says no. */
export function useFilterSwitch(filter: OwnFilter, { onSwitched, onRefused }: SwitchListener) {
  const { t } = useTranslation(['webapp', 'errors']);
  const switchFilter = useSetAtom(switchFilterAtom);
  const [wanted, setWanted] = useState<0 | 1 | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function toggle() {
    if (wanted !== null) return;
    const position = filter.active === 1 ? 0 : 1;
    setWanted(position);
    setFault(null);
    feelSwitch();
    try {
      const { active, message } = await switchFilter(filter, position);
      if (active === position) onSwitched({ ...filter, active });
      else setFault(message ?? null);
    } catch (error) {
      refused(error);
    }
    setWanted(null);
  }

  function refused(error: unknown) {
    feelRefusal();
    const title = error instanceof ApiError && error.code === 'filter.limitReached' ? error.details.title : undefined;
    const message = errorText(error, t);
    if (title === undefined) setFault(message);
    else if (!tellNatively(title, message)) onRefused({ title, message });
  }

  return { position: wanted ?? filter.active, fault, toggle };
}
