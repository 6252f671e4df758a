import { useTranslation } from 'react-i18next';
import { Mark } from '../components/Mark.tsx';
import { configAtom } from '../state/config.ts';
import { useAtomValue } from '../store.ts';

/** What a browser outside Telegram sees: what Vanags is, and the way to the bot. */
export function LandingPage() {
  const { t } = useTranslation('webapp');
  const botName = useAtomValue(configAtom).data?.botName;
  return (
    <main className="landing">
      <p className="landing__name">
        <Mark /> {t('name')}
      </p>
      <h1 className="landing__promise">{t('landing.promise')}</h1>
      <p className="landing__lead">{t('landing.lead')}</p>
      {botName && (
        <a className="button landing__try" href={`https://t.me/${botName}`}>
          {t('landing.try')}
        </a>
      )}
    </main>
  );
}
