import '../../styles/account-forms.css';
import { useTranslation } from 'react-i18next';
import { MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH } from '#core/contracts/account-rules.ts';
import { TextField } from '../../components/TextField.tsx';
import { RuleList } from './RuleList.tsx';
import { usernameRules } from './username-rules.ts';

interface UsernameFieldProps {
  readonly value: string;
  /** Gets what was typed; blanks at its ends are no part of the username. */
  readonly onChange: (username: string) => void;
  readonly fault?: string | false | null;
  /** It is chosen here, so that the rules stand below it; else it is one that exists. */
  readonly isNew: boolean;
}

export function UsernameField({ isNew, ...field }: UsernameFieldProps) {
  const { t } = useTranslation('register');
  const { length, characters } = usernameRules(field.value);
  const rules = [
    { text: t('username.length', { min: MIN_USERNAME_LENGTH, max: MAX_USERNAME_LENGTH }), isKept: length },
    { text: t('username.characters'), isKept: characters },
  ];
  return (
    <TextField
      {...field}
      label={t('username.label')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...(isNew && { hint: <RuleList rules={rules} /> })}
    />
  );
}
