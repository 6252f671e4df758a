import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/PasswordField.tsx';

interface CurrentPasswordFieldProps {
  readonly value: string;
  readonly fault: string | null;
  readonly onChange: (password: string) => void;
}

export function CurrentPasswordField(field: CurrentPasswordFieldProps) {
  const { t } = useTranslation('account');
  return (
    <PasswordField
      {...field}
      label={t('profile.currentPassword')}
      name="currentPassword"
      autoComplete="current-password"
    />
  );
}
