import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { TextField } from '../../components/TextField.tsx';
import { PhoneFields } from './PhoneFields.tsx';
import { emailFault } from './registration-draft.ts';
import type { RegistrationForm } from './use-registration.ts';

/** How the person is reached; each field is looked at as soon as it was left. */
export function ContactFields({ form: { draft, change, faultOf, left } }: { readonly form: RegistrationForm }) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextField
        label={t('contact.email')}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.email}
        onChange={(email) => change({ email })}
        onBlur={() => left('email')}
        fault={faultOf('email')}
        after={emailFault(draft.email) === null && <Icon name="check" />}
      />
      <PhoneFields
        value={draft}
        onChange={({ phoneCountry, phoneNumber }) => change({ phoneCountry, phoneNumber })}
        onBlur={() => left('phoneNumber')}
        fault={faultOf('phoneNumber')}
      />
    </>
  );
}
