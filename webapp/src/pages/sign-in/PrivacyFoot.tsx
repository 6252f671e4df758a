import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Where to read what becomes of the data of who goes on: both doors make an account of a stranger. */
export function PrivacyFoot() {
  const { t } = useTranslation('signin');
  return (
    <p className="sign-in__foot">
      {t('terms')}{' '}
      <Link className="sign-in__link" to="/privacy">
        {t('privacy')}
      </Link>
    </p>
  );
}
