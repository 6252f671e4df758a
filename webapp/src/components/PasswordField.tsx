import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import { TextField } from './TextField.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Tells a password manager whether it offers the one it knows or makes one up. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** Name of the input; two in one form need different ones. */
  readonly name?: string;
  readonly fault?: string | false | null;
  readonly hint?: React.ReactNode;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly enterKeyHint?: 'next' | 'go';
}

/** A password, unseen until its button is pressed. */
export function PasswordField({ name = 'password', ...field }: PasswordFieldProps) {
  const { t } = useTranslation('register');
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <button
      className="icon-button"
      type="button"
      aria-label={t('password.show', { field: field.label })}
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    >
      <Icon name={isShown ? 'hide' : 'show'} />
    </button>
  );
  return (
    <TextField
      {...field}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      after={toggle}
    />
  );
}
