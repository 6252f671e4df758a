import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsResponse } from '#core/contracts/settings.ts';
import { Row } from '../../components/Row.tsx';
import { QuietHoursSheet } from './QuietHoursSheet.tsx';
import { type QuietDraft, quietChange, quietDraft, quietFault } from './quiet-hours.ts';
import { RowFault } from './RowFault.tsx';
import { useSetting } from './use-setting.ts';

/** The hours in which no alert is sent. They are saved when the sheet closes; what was not saved is still in it. */
export function QuietHoursRow({ settings }: { readonly settings: SettingsResponse }) {
  const { t } = useTranslation(['account', 'errors']);
  const { fault, change } = useSetting();
  const [draft, setDraft] = useState<QuietDraft | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { quietFrom, quietTo } = settings;
  const wrong = draft && quietFault(draft);
  const hours = quietFrom === null ? t('account:profile.quiet.off') : `${quietFrom}–${quietTo}`;

  async function close() {
    setIsOpen(false);
    if (draft === null || wrong) return;
    const request = quietChange(draft, settings);
    if (request === null || (await change(request))) setDraft(null);
  }

  return (
    <div>
      <Row
        icon="moon"
        title={t('account:profile.quiet.label')}
        after={<span className="profile__value">{hours}</span>}
        onClick={() => setIsOpen(true)}
      />
      <RowFault text={isOpen ? null : wrong ? t(`errors:${wrong}`) : fault} />
      {isOpen && (
        <QuietHoursSheet
          draft={draft ?? quietDraft(settings)}
          fault={wrong ? t(`errors:${wrong}`) : null}
          onChange={setDraft}
          onClose={() => void close()}
        />
      )}
    </div>
  );
}
