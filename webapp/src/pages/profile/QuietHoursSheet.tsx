import { Switch } from '@telegram-apps/telegram-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { feelSwitch } from '../../telegram/native.ts';
import type { QuietDraft } from './quiet-hours.ts';
import { RowFault } from './RowFault.tsx';

interface QuietHoursSheetProps {
  readonly draft: QuietDraft;
  readonly fault: string | null;
  readonly onChange: (draft: QuietDraft) => void;
  readonly onClose: () => void;
}

export function QuietHoursSheet({ draft, fault, onChange, onClose }: QuietHoursSheetProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const toggle = () => {
    feelSwitch();
    onChange({ ...draft, isOn: !draft.isOn });
  };
  return (
    <Sheet title={t('profile.quiet.label')} onClose={onClose}>
      <Section note={t('profile.quiet.text')}>
        <Row
          title={<span id={id}>{t('profile.quiet.on')}</span>}
          after={<Switch role="switch" aria-labelledby={id} checked={draft.isOn} onChange={toggle} />}
        />
        {draft.isOn && (
          <>
            <TimeField
              label={t('profile.quiet.from')}
              time={draft.from}
              onTime={(from) => onChange({ ...draft, from })}
            />
            <TimeField label={t('profile.quiet.to')} time={draft.to} onTime={(to) => onChange({ ...draft, to })} />
          </>
        )}
      </Section>
      <RowFault text={fault} />
      {/* The daily digest follows the time zone, too. */}
      <Section note={t('profile.quiet.zone', { zone: draft.timeZone })}>
        {own !== draft.timeZone && (
          <Row
            tone="accent"
            title={t('profile.quiet.useZone', { zone: own })}
            onClick={() => onChange({ ...draft, timeZone: own })}
          />
        )}
      </Section>
    </Sheet>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly time: string;
  readonly onTime: (time: string) => void;
}

/** The device's own clock to choose from; the kit's input has no label of its own. */
function TimeField({ label, time, onTime }: TimeFieldProps) {
  return (
    <label className="time">
      <span>{label}</span>
      <input className="time__input" type="time" value={time} onChange={(event) => onTime(event.target.value)} />
    </label>
  );
}
