import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { TextField } from '../../components/TextField.tsx';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { phoneCountries } from './phone-countries.ts';
import { callingCode, isPhoneCountry, phoneFault, type WrittenPhone, written } from './phone-number.ts';

interface PhoneFieldsProps {
  readonly value: WrittenPhone;
  readonly onChange: (value: WrittenPhone) => void;
  readonly onBlur: () => void;
  readonly fault: string | null;
}

/** A country, and a number in it that falls into groups while it is typed. */
export function PhoneFields({ value, onChange, onBlur, fault }: PhoneFieldsProps) {
  const { t } = useTranslation('register');
  const { phoneCountry, phoneNumber } = value;
  const type = (text: string, { selectionStart }: HTMLInputElement) => {
    const isTyping = text.length > phoneNumber.length && selectionStart === text.length;
    onChange(written({ phoneCountry, phoneNumber: text }, isTyping));
  };
  return (
    <>
      <CountryField value={phoneCountry} onChange={(country) => onChange({ phoneCountry: country, phoneNumber })} />
      <TextField
        label={t('contact.phone')}
        type="tel"
        name="phoneNumber"
        autoComplete="tel"
        inputMode="tel"
        before={callingCode(phoneCountry)}
        value={phoneNumber}
        onChange={type}
        onBlur={onBlur}
        fault={fault}
        after={phoneFault(value) === null && <Icon name="check" />}
      />
    </>
  );
}

interface CountryFieldProps {
  readonly value: WrittenPhone['phoneCountry'];
  readonly onChange: (country: WrittenPhone['phoneCountry']) => void;
}

/** The browser's own list: it is searched by typing, and a phone shows it in the way its owner knows. */
function CountryField({ value, onChange }: CountryFieldProps) {
  const { t } = useTranslation('register');
  const locale = useAtomValue(localeAtom);
  const countries = useMemo(() => phoneCountries(locale), [locale]);
  const id = useId();
  return (
    <div className="text-field">
      <label className="text-field__label" htmlFor={id}>
        {t('contact.country')}
      </label>
      <div className="text-field__box country">
        <select
          className="text-field__input country__select"
          id={id}
          name="phoneCountry"
          autoComplete="off"
          value={value}
          onChange={({ target }) => isPhoneCountry(target.value) && onChange(target.value)}
        >
          {countries.map(({ country, name, code }) => (
            <option key={country} value={country}>
              {`${name} (${code})`}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
    </div>
  );
}
