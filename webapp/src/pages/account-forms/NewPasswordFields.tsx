import '../../styles/account-forms.css';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_CHARACTERS, passwordFault } from '#core/contracts/account-rules.ts';
import { Meter } from '../../components/Meter.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import type { NewPassword } from './new-password.ts';
import { RuleList } from './RuleList.tsx';
import type { Strength } from './strength.ts';
import { useStrength } from './use-strength.ts';

interface NewPasswordFieldsProps {
  /** Of the first field, where another password stands beside it. */
  readonly label?: string;
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  /** What is wrong with each field, in words. */
  readonly faults: { readonly [Field in keyof NewPassword]: string | null };
  /** What a guesser would try first: username, e-mail. */
  readonly known: readonly string[];
}

/** A new password and its repetition, with the rules and how strong it is. */
export function NewPasswordFields({ label, value, onChange, faults, known }: NewPasswordFieldsProps) {
  const { t } = useTranslation(['register', 'errors']);
  const { password, confirmPassword } = value;
  const { verdict, wake } = useStrength(password, known);
  const isLongEnough = !['user.passwordRequired', 'user.passwordTooShort'].includes(passwordFault(password) ?? '');
  const isSame = password !== '' && password === confirmPassword;
  const isCommon = verdict?.isCommon && verdict.password === password;
  return (
    <div className="new-password">
      <PasswordField
        label={label ?? t('register:password.label')}
        value={password}
        onChange={(written) => onChange({ ...value, password: written })}
        autoComplete="new-password"
        onFocus={wake}
        fault={faults.password ?? (isCommon ? t('errors:user.passwordCommon') : null)}
        hint={
          <>
            <RuleList
              rules={[{ text: t('register:password.length', { min: MIN_PASSWORD_CHARACTERS }), isKept: isLongEnough }]}
            />
            <StrengthMeter strength={verdict} />
          </>
        }
      />
      <PasswordField
        label={t('register:password.repeat')}
        name="confirmPassword"
        value={confirmPassword}
        onChange={(written) => onChange({ ...value, confirmPassword: written })}
        autoComplete="new-password"
        fault={faults.confirmPassword}
        hint={!faults.confirmPassword && <RuleList rules={[{ text: t('register:password.same'), isKept: isSame }]} />}
      />
    </div>
  );
}

function StrengthMeter({ strength }: { readonly strength: Strength | null }) {
  const { t } = useTranslation('register');
  return (
    <div className="strength">
      <Meter value={strength?.level ?? 0} limit={4} />
      <p className="strength__word" role="status">
        {strength && t(`strength.${strength.word}`)}
      </p>
    </div>
  );
}
