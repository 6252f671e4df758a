import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { ask } from '../../state/dialogs.ts';
import { type OwnFilter, switchFilterAtom } from '../../state/filters.ts';
import { launchAtom } from '../../state/launch.ts';
import { useAtomValue, useSetAtom } from '../../store.ts';
import { askForWriting, feelRefusal, feelSwitch } from '../../telegram/native.ts';

export interface SwitchListener {
  /** The filter in its new position. */
  readonly onSwitched: (filter: OwnFilter) => void;
}

/** A switch that acts at once, and returns to the stored position with a message when the server says no. */
export function useFilterSwitch(filter: OwnFilter, { onSwitched }: SwitchListener) {
  const { t } = useTranslation(['fault', 'errors', 'webapp']);
  const navigate = useNavigate();
  const launch = useAtomValue(launchAtom);
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
      if (active === 1 && launch?.mayWrite === false) askForWriting();
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
    if (isLimit) void tellLimit(error);
    else setFault(errorText(error, t));
  }

  async function tellLimit({ details, message }: ApiError) {
    const buttons = [
      { id: 'ok', text: t('webapp:ok') },
      { id: 'plans', text: t('webapp:seePlans') },
    ] as const;
    if ((await ask({ title: details.title ?? '', message, buttons })) === 'plans') await navigate('/plans');
  }

  return { position: wanted ?? filter.active, fault, toggle };
}
