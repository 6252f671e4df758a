import '../styles/sign-in.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../components/Page.tsx';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';
import { DoorNotice } from './sign-in/DoorNotice.tsx';
import { LinkPanel } from './sign-in/LinkPanel.tsx';
import { PasswordForm } from './sign-in/PasswordForm.tsx';
import { PasswordReset } from './sign-in/PasswordReset.tsx';
import { PrivacyFoot } from './sign-in/PrivacyFoot.tsx';
import { RedeemLink } from './sign-in/RedeemLink.tsx';
import { TelegramDoor } from './sign-in/TelegramDoor.tsx';
import { useArrivedLink } from './sign-in/use-arrived-link.ts';
import { useDoor } from './sign-in/use-door.ts';
import { useStep } from './sign-in/use-step.ts';
import { VisitorsOnly } from './sign-in/VisitorsOnly.tsx';

/** The door for who has been here before: by Telegram, with a password, or by a link from the chat. */
export function LoginPage() {
  return useAtomValue(launchAtom) === null ? <BrowserDoor /> : <TelegramDoor />;
}

function BrowserDoor() {
  const { token, refusal, refuse, forget } = useArrivedLink();
  if (token !== null) return <RedeemLink token={token} onRefused={refuse} onCancel={forget} />;
  // Who is signed in, too, is told why the link did not lead in as somebody else.
  if (refusal !== null) return <WaysIn refusal={refusal} />;
  return (
    <VisitorsOnly>
      <WaysIn />
    </VisitorsOnly>
  );
}

function WaysIn({ refusal = null }: { readonly refusal?: string | null }) {
  const { t } = useTranslation('signin');
  const { ticket, enter } = useDoor();
  const reset = useStep('reset');
  const [typed, setTyped] = useState({ username: '', password: '' });
  if (reset.isOpen) return <PasswordReset onDone={() => reset.finish('passwordChanged')} onLeave={reset.leave} />;
  return (
    <Page title={t('login.title')} back="/">
      <DoorNotice />
      {refusal !== null && (
        <p className="notice sign-in__notice fault-text" role="alert">
          {refusal}
        </p>
      )}
      <LinkPanel onConfirmed={enter} />
      <p className="sign-in__or">{t('or')}</p>
      <PasswordForm typed={typed} onType={setTyped} onEnter={enter} reset={reset.link} />
      <p className="sign-in__foot">
        {t('login.stranger')}{' '}
        <Link className="sign-in__link" to="/signup" state={ticket}>
          {t('login.signUp')}
        </Link>
      </p>
      <PrivacyFoot />
    </Page>
  );
}
