import '../styles/signup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { errorText } from '../components/error-text.ts';
import { Page } from '../components/Page.tsx';
import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { Row } from '../components/Row.tsx';
import { Section } from '../components/Section.tsx';
import { StateScreen } from '../components/StateScreen.tsx';
import { sessionAtom } from '../state/auth.ts';
import { configAtom } from '../state/config.ts';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';

/** The door for who is not signed in: inside Telegram one tap, in a browser the way to the bot. */
export function SignupPage() {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const { data: user, error, refetch } = useAtomValue(sessionAtom);
  if (user) return <Navigate to={isInTelegram ? '/' : '/main'} replace />;
  if (isInTelegram) return <TelegramDoor />;
  if (error) return <ErrorScreen error={error} onRetry={refetch} />;
  return user === null ? <BrowserDoor /> : <PageSkeleton />;
}

/** Telegram vouches for the person, and yet the log-in failed: says why, and tries again when asked to. */
function TelegramDoor() {
  const { t } = useTranslation(['fault', 'errors', 'account']);
  const { error, refetch } = useAtomValue(sessionAtom);
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await refetch();
    setIsTrying(false);
  };
  // The reason stays in sight during another try.
  const [reason, setReason] = useState(error);
  if (error && error !== reason) setReason(error);
  if (!reason) return <PageSkeleton />;
  return (
    <Page>
      <div role="alert">
        <StateScreen
          heading="h1"
          title={t('account:signup.failed')}
          text={errorText(reason, t)}
          action={
            <button className="button" type="button" disabled={isTrying} onClick={() => void retry()}>
              {t('account:signup.continue')}
            </button>
          }
        />
      </div>
    </Page>
  );
}

function BrowserDoor() {
  const { data: config, error, refetch } = useAtomValue(configAtom);
  if (error) return <ErrorScreen error={error} onRetry={refetch} />;
  if (!config) return <PageSkeleton />;
  return config.botName === null ? <BotAway onRetry={refetch} /> : <WayToBot botName={config.botName} />;
}

function WayToBot({ botName }: { readonly botName: string }) {
  const { t } = useTranslation('account');
  return (
    <Page title={t('signup.title')} back="/">
      <p className="signup__lead">{t('signup.lead')}</p>
      <ol className="card signup__steps">
        <li className="signup__step">{t('signup.step1')}</li>
        <li className="signup__step">{t('signup.step2')}</li>
        <li className="signup__step">{t('signup.step3')}</li>
      </ol>
      <a className="button signup__open" href={`https://t.me/${botName}`}>
        {t('signup.open')}
      </a>
      <p className="section-note">{t('signup.noTelegram', { bot: botName })}</p>
    </Page>
  );
}

function BotAway({ onRetry }: { readonly onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation(['account', 'webapp']);
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <Page back="/">
      <StateScreen
        heading="h1"
        title={t('account:signup.away')}
        text={t('account:signup.awayText')}
        action={
          <button className="button" type="button" disabled={isTrying} onClick={() => void retry()}>
            {t('webapp:retry')}
          </button>
        }
      />
      <Section>
        <Row icon="mail" title={t('account:signup.contact')} to="/contact" />
      </Section>
    </Page>
  );
}
