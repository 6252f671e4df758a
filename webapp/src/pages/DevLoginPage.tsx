import '../styles/sign-in.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logInAsDeveloper } from '../api/account-endpoints.ts';
import { ApiError } from '../api/client.ts';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { Page } from '../components/Page.tsx';
import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { PasswordField } from '../components/PasswordField.tsx';
import { TextField } from '../components/TextField.tsx';
import { configAtom } from '../state/config.ts';
import { useAtomValue } from '../store.ts';
import { useAccountForm } from './account-forms/use-account-form.ts';
import { useFormElement } from './account-forms/use-form-element.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { useDoor } from './sign-in/use-door.ts';
import { useDoorFault } from './sign-in/use-door-fault.ts';

/** The log-in of administrators without Telegram, where the operator allows it; else there is no such page. */
export function DevLoginPage() {
  const { data: config, error, refetch } = useAtomValue(configAtom);
  if (config) return config.devLogin ? <DevLogin /> : <NotFoundPage />;
  return error ? <ErrorScreen error={error} onRetry={refetch} /> : <PageSkeleton />;
}

const NOTHING_TYPED = { first_name: '', telegram_user_id: '', secret: '' };
type Field = keyof typeof NOTHING_TYPED;
const FIELDS = Object.keys(NOTHING_TYPED) as Field[];

function DevLogin() {
  const { t } = useTranslation(['signin', 'errors']);
  const { enter } = useDoor();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const failed = t('errors:auth.loginFailed');
  const faultWords = useDoorFault(failed);
  const missing = FIELDS.filter((name) => typed[name] === '');
  const { isBusy, fault, faultOf, trySubmit } = useAccountForm<Field>({
    values: typed,
    faults: Object.fromEntries(missing.map((name) => [name, { words: t(`signin:dev.${name}.missing`) }])),
    send: async () => enter((await logInAsDeveloper(typed)).user, '/admin'),
    wordsOf: (error) => (isRejected(error) ? failed : faultWords(error)),
  });
  const element = useFormElement({ isBusy, onSubmit: trySubmit });
  const field = (name: Field) => ({
    name,
    label: t(`signin:dev.${name}.label`),
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    fault: faultOf(name),
  });
  return (
    <Page title={t('signin:dev.title')}>
      <form className="card sign-in__card" {...element} aria-label={t('signin:dev.title')}>
        <div className="sign-in__fields">
          <TextField {...field('first_name')} autoComplete="off" />
          <TextField {...field('telegram_user_id')} type="password" inputMode="numeric" autoComplete="off" />
          <PasswordField {...field('secret')} autoComplete="current-password" enterKeyHint="go" />
          <button className="button button--wide" type="submit" aria-disabled={isBusy}>
            {isBusy ? t('signin:busy') : t('signin:submit')}
          </button>
          <p className="fault-text" role="alert">
            {fault}
          </p>
        </div>
      </form>
    </Page>
  );
}

/** What was typed cannot be right, such as letters for an ID; the server says so in words for programs. */
function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}
