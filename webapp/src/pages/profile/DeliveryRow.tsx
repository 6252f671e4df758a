import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_MODES, type SettingsResponse } from '#core/contracts/settings.ts';
import { Row } from '../../components/Row.tsx';
import { feelChoice } from '../../telegram/native.ts';
import { ChoiceSheet } from './ChoiceSheet.tsx';
import { RowFault } from './RowFault.tsx';
import { useSetting } from './use-setting.ts';

/** How soon alerts are sent, alone or several in one message. */
export function DeliveryRow({ settings: { delivery } }: { readonly settings: SettingsResponse }) {
  const { t } = useTranslation('account');
  const { fault, change } = useSetting();
  const [isOpen, setIsOpen] = useState(false);
  const options = DELIVERY_MODES.map((value) => ({
    value,
    text: t(`profile.delivery.${value}`),
    note: t(`profile.delivery.${value}Note`),
  }));
  return (
    <div>
      <Row
        icon="clock"
        title={t('profile.delivery.label')}
        after={<span className="profile__value">{t(`profile.delivery.${delivery}`)}</span>}
        onClick={() => setIsOpen(true)}
      />
      <RowFault text={fault} />
      {isOpen && (
        <ChoiceSheet
          title={t('profile.delivery.label')}
          options={options}
          chosen={delivery}
          onChoose={(value) => {
            feelChoice();
            void change({ delivery: value });
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
