import '../styles/reach-notice.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { botUrlAtom } from '../state/config.ts';
import { saveSettingsAtom, settingsAtom } from '../state/settings.ts';
import { useAtomValue, useSetAtom } from '../store.ts';
import { feelRefusal, feelSuccess } from '../telegram/native.ts';
import { errorText } from './error-text.ts';
import { Icon } from './Icon.tsx';
import { OutsideLink } from './OutsideLink.tsx';

/** Says why alerts cannot reach the person, and offers the cure; nothing while they can. */
export function ReachNotice() {
  const { data: settings } = useAtomValue(settingsAtom);
  const { isResuming, outcome, fault, resume } = useResume();
  const isBlocked = settings?.reachable === false;
  const isPaused = settings?.alerts === false || isResuming;
  return (
    <>
      {isBlocked && <BlockedNotice />}
      {isPaused && !isBlocked && <PausedNotice isResuming={isResuming} fault={fault} onResume={resume} />}
      <div role="status">{outcome !== null && !isPaused && <p className="notice">{outcome}</p>}</div>
    </>
  );
}

function useResume() {
  const { t } = useTranslation(['fault', 'errors', 'webapp']);
  const saveSettings = useSetAtom(saveSettingsAtom);
  const [isResuming, setIsResuming] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function resume(): Promise<void> {
    setIsResuming(true);
    setFault(null);
    try {
      const { missed } = await saveSettings({ alerts: true });
      feelSuccess();
      setOutcome(missed ? t('webapp:reach.resumedMissed', { count: missed }) : t('webapp:reach.resumed'));
    } catch (error) {
      feelRefusal();
      setFault(`${t('webapp:reach.notResumed')} ${errorText(error, t)}`);
    }
    setIsResuming(false);
  }

  return { isResuming, outcome, fault, resume };
}

function BlockedNotice() {
  const { t } = useTranslation('webapp');
  const botUrl = useAtomValue(botUrlAtom);
  return (
    <Notice title={t('reach.blocked')} text={t('reach.blockedText')}>
      {botUrl !== null && (
        <OutsideLink className="text-button reach__cure" href={botUrl}>
          {t('reach.openBot')}
        </OutsideLink>
      )}
    </Notice>
  );
}

interface PausedNoticeProps {
  readonly isResuming: boolean;
  readonly fault: string | null;
  readonly onResume: () => Promise<void>;
}

function PausedNotice({ isResuming, fault, onResume }: PausedNoticeProps) {
  const { t } = useTranslation('webapp');
  return (
    <Notice title={t('reach.paused')} text={t('reach.pausedText')}>
      {fault && (
        <p className="fault-text" role="alert">
          {fault}
        </p>
      )}
      <button
        className="text-button reach__cure"
        type="button"
        aria-disabled={isResuming}
        onClick={() => isResuming || void onResume()}
      >
        {isResuming ? t('reach.resuming') : t('reach.resume')}
      </button>
    </Notice>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className="notice reach">
      <Icon name="warning" />
      <div>
        <p className="reach__title">{title}</p>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
