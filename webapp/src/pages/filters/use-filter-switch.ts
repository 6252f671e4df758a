import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { useLimitDialog } from '../../components/use-limit-dialog.ts';
import { type OwnFilter, switchFilterAtom } from '../../state/filters.ts';
import { letAlertsComeAtom } from '../../state/write-access.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal, feelSwitch } from '../../telegram/native.ts';

export interface SwitchListener {
  /** The filter in its new position. */
  readonly onSwitched: (filter: OwnFilter) => void;
}

/** A switch that acts at once, and returns to the stored position with a message when the server says no. */
export function useFilterSwitch(filter: OwnFilter, { onSwitched }: SwitchListener) {
  const { t } = useTranslation(['fault', 'errors']);
  const tellLimit = useLimitDialog();
  const letAlertsCome = useSetAtom(letAlertsComeAtom);
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
      letAlertsCome(active);
      if (active === position) onSwitched({ ...filter, active });
      else setFault(message ?? null);
    } catch (error) {
      refused(error);
    }
    setWanted(null);
  }

  function refused(error: unknown) {
    feelRefusal();
    const isLimit = error instanceof ApiError && error.code === 'filter.limitReached';
    if (isLimit) void tellLimit(error.details.title ?? '', error.message);
    else setFault(errorText(error, t));
  }

  return { position: wanted ?? filter.active, fault, toggle };
}
