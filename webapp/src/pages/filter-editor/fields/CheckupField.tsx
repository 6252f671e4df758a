import { useTranslation } from 'react-i18next';
import { ANY_MONTH } from '#core/contracts/filter-criteria.ts';
import '../../../styles/editor-fields.css';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue } from '../../../store.ts';
import { checkupGroups } from './checkup-months.ts';
import { PickerField } from './PickerField.tsx';
import { RadioSheet } from './RadioSheet.tsx';

interface CheckupFieldProps {
  /** `MM.YYYY`, or `ANY_MONTH`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** As the filter is stored: that month may be chosen again though it has passed. */
  readonly stored?: string;
}

export function CheckupField({ value, onChange, stored = ANY_MONTH }: CheckupFieldProps) {
  const { t } = useTranslation('editor');
  const locale = useAtomValue(localeAtom);
  const label = t('label.checkup');
  const any = t('fields.any.checkup');
  const kept = [stored, value].filter((month) => month !== ANY_MONTH);
  return (
    <PickerField
      label={label}
      value={value === ANY_MONTH ? any : t('fields.checkup.until', { month: value })}
      isUnset={value === ANY_MONTH}
      renderSheet={(close) => (
        <RadioSheet
          title={label}
          groups={[
            { key: ANY_MONTH, title: null, choices: [{ key: ANY_MONTH, name: any }] },
            ...checkupGroups(new Date(), kept, locale),
          ]}
          value={value}
          onChange={onChange}
          onClose={close}
        />
      )}
    />
  );
}
