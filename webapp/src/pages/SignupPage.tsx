import '../styles/sign-in.css';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../components/Page.tsx';
import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { loadChunk } from '../routing/load-chunk.ts';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';
import { DoorNotice } from './sign-in/DoorNotice.tsx';
import { LinkPanel } from './sign-in/LinkPanel.tsx';
import { PrivacyFoot } from './sign-in/PrivacyFoot.tsx';
import { TelegramDoor } from './sign-in/TelegramDoor.tsx';
import { useDoor } from './sign-in/use-door.ts';
import { useStep } from './sign-in/use-step.ts';
import { VisitorsOnly } from './sign-in/VisitorsOnly.tsx';

// It knows the telephone numbers of the whole world, which most people at this door need not.
const RegistrationSteps = lazy(async () => ({
  default: (await loadChunk('RegistrationSteps', () => import('./register/RegistrationSteps.tsx'))).RegistrationSteps,
}));

/** The door for who is new: inside Telegram one tap; in a browser by Telegram, or with a username and a password. */
export function SignupPage() {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const registration = useStep('register');
  if (isInTelegram) return <TelegramDoor />;
  return (
    <VisitorsOnly>
      {registration.isOpen ? (
        <Suspense fallback={<PageSkeleton />}>
          <RegistrationSteps onDone={() => registration.finish('registered')} onLeave={registration.leave} />
        </Suspense>
      ) : (
        <WaysIn />
      )}
    </VisitorsOnly>
  );
}

function WaysIn() {
  const { t } = useTranslation('signin');
  const { ticket, enter } = useDoor();
  const { link } = useStep('register');
  return (
    <Page title={t('signup.title')} back="/">
      <DoorNotice />
      <p className="page-lead">{t('signup.lead')}</p>
      <LinkPanel onConfirmed={enter} />
      <p className="sign-in__or">{t('or')}</p>
      <Link className="button button--quiet button--wide" {...link}>
        {t('signup.byPassword')}
      </Link>
      <p className="sign-in__foot">
        {t('signup.known')}{' '}
        <Link className="sign-in__link" to="/login" state={ticket}>
          {t('submit')}
        </Link>
      </p>
      <PrivacyFoot />
    </Page>
  );
}
