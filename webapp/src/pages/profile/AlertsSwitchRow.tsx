import { Switch } from '@telegram-apps/telegram-ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsResponse } from '#core/contracts/settings.ts';
import { Row } from '../../components/Row.tsx';
import { feelSwitch } from '../../telegram/native.ts';
import { RowFault } from './RowFault.tsx';
import { useSetting } from './use-setting.ts';

/** Whether alerts are sent at all; coming back, it tells what was missed. */
export function AlertsSwitchRow({ settings: { alerts } }: { readonly settings: SettingsResponse }) {
  const { t } = useTranslation(['account', 'webapp']);
  const { fault, change } = useSetting();
  const [missed, setMissed] = useState<number | null>(null);
  const id = useId();
  async function toggle() {
    feelSwitch();
    setMissed(null);
    const stored = await change({ alerts: !alerts });
    setMissed(stored?.missed ?? null);
  }
  return (
    <div>
      <Row
        icon="bell"
        title={<span id={id}>{t('account:profile.send')}</span>}
        subtitle={alerts ? undefined : t('account:profile.paused')}
        after={<Switch role="switch" aria-labelledby={id} checked={alerts} onChange={() => void toggle()} />}
      />
      <div className="row-note" role="status">
        {missed === 0 && <p>{t('webapp:reach.resumed')}</p>}
        {missed !== null && missed > 0 && <p>{t('webapp:reach.resumedMissed', { count: missed })}</p>}
      </div>
      <RowFault text={fault} />
    </div>
  );
}
