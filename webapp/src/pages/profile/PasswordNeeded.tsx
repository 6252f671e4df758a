import '../../styles/account.css';
import { useTranslation } from 'react-i18next';

/** Before the account can move: there is no password yet that would prove whose it is. */
export function PasswordNeeded({ onSetUp }: { readonly onSetUp: () => void }) {
  const { t } = useTranslation('account');
  return (
    <div className="account-form">
      <p className="account-form__lead">{t('profile.messaging.lead')}</p>
      <p className="account-form__lead">{t('profile.messaging.needsPassword')}</p>
      <button className="button button--wide" type="button" onClick={onSetUp}>
        {t('profile.messaging.setUp')}
      </button>
    </div>
  );
}
