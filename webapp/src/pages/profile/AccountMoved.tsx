import { useTranslation } from 'react-i18next';
import { ThankYou } from '../../components/ThankYou.tsx';

interface AccountMovedProps {
  readonly isInTelegram: boolean;
  readonly onLeave: () => void;
}

/** The account lives in the other account of Telegram now; the one that opened the app here has none any more. */
export function AccountMoved({ isInTelegram, onLeave }: AccountMovedProps) {
  const { t } = useTranslation(['account', 'webapp']);
  const title = t('account:profile.messaging.done');
  if (!isInTelegram) return <ThankYou heading="h2" title={title} text={t('account:profile.messaging.doneText')} />;
  const close = (
    <button className="button" type="button" onClick={onLeave}>
      {t('webapp:close')}
    </button>
  );
  return <ThankYou heading="h2" title={title} text={t('account:profile.messaging.doneHere')} action={close} />;
}
