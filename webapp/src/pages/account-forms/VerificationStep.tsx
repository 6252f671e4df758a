import '../../styles/account-forms.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerificationView } from '#core/contracts/registration.ts';
import { Icon } from '../../components/Icon.tsx';
import { OutsideLink } from '../../components/OutsideLink.tsx';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';
import { useCanScan } from './use-can-scan.ts';
import { useVerification, type VerificationState } from './use-verification.ts';

/** How long the success is shown before it leads on. */
const SUCCESS_SHOWN_MS = 1800;

interface VerificationStepProps {
  readonly verification: VerificationView;
  /** The code was right, and that was shown for a moment where `success` is not null; else told at once, come what may. */
  readonly onVerified: () => void;
  /** This verification leads nowhere any more, or is no longer wanted, and the person begins anew. */
  readonly onRestart: () => void;
  /** Nothing around it leads back to what was begun, so that a button of its own has to. */
  readonly hasWayBack?: boolean;
  /** What the code is needed for. */
  readonly lead: string;
  /** What is done once the code was right; null where what comes next says so. */
  readonly success: string | null;
  /** Beside the button that opens the bot: another way to the chat. */
  readonly door?: ReactNode;
}

/** The bot shows a code in the chat, and here it is typed: so the messaging account is proved. */
export function VerificationStep(props: VerificationStepProps) {
  const { verification, onVerified, onRestart, hasWayBack = false, lead, success, door } = props;
  const state = useVerification(verification, () => success === null && onVerified());
  const { t } = useTranslation('register');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [state.isDone, state.end]);
  return (
    <div className="verification" ref={place} tabIndex={-1}>
      {state.isDone ? (
        success !== null && <Success text={success} onShown={onVerified} />
      ) : state.end !== null ? (
        <End text={state.end} onRestart={onRestart} />
      ) : (
        <>
          <Ways lead={lead} deepLink={verification.deepLink} door={door} state={state} />
          {hasWayBack && (
            <button className="text-button verification__back" type="button" onClick={onRestart}>
              {t('verify.restart')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface WaysProps {
  readonly lead: string;
  readonly deepLink: string;
  readonly door: ReactNode;
  readonly state: VerificationState;
}

function Ways({ lead, deepLink, door, state }: WaysProps) {
  const { t } = useTranslation('register');
  const canScan = useCanScan();
  return (
    <>
      <p className="page-lead">{lead}</p>
      <ol className="card verification__ways">
        <li className="verification__way">
          <p>{t('verify.open')}</p>
          <div className="verification__doors">
            <OutsideLink className="button" href={deepLink}>
              {t('verify.openBot')}
            </OutsideLink>
            {door}
            {canScan && (
              <div className="verification__qr">
                <QrCode text={deepLink} title={t('verify.qrLabel')} />
                <p>{t('verify.qrText')}</p>
              </div>
            )}
          </div>
        </li>
        <li className="verification__way">
          <p>{t('verify.shown')}</p>
        </li>
        <li className="verification__way">
          <CodeField {...state} />
        </li>
      </ol>
      <p className="section-note">
        {t('verify.noCode')}{' '}
        <OutsideLink className="verification__again" href={deepLink}>
          {t('verify.newCode')}
        </OutsideLink>
      </p>
    </>
  );
}

interface EndProps {
  readonly text: string;
  readonly onRestart: () => void;
}

function End({ text, onRestart }: EndProps) {
  const { t } = useTranslation('register');
  return (
    <>
      <p className="notice" role="status">
        {text}
      </p>
      <button className="button verification__restart" type="button" onClick={onRestart}>
        {t('verify.restart')}
      </button>
    </>
  );
}

interface SuccessProps {
  readonly text: string;
  readonly onShown: () => void;
}

function Success({ text, onShown }: SuccessProps) {
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    const timer = setTimeout(() => shown.current(), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="notice verification__success" role="status">
      <Icon name="check" />
      {text}
    </p>
  );
}
