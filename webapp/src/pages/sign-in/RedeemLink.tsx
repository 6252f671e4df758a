import '../../styles/sign-in.css';
import { useTranslation } from 'react-i18next';
import { redeemLink } from '../../api/account-endpoints.ts';
import { ApiError } from '../../api/client.ts';
import { Page } from '../../components/Page.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { sessionAtom } from '../../state/auth.ts';
import { useAtomValue } from '../../store.ts';
import { useDoor } from './use-door.ts';
import { useDoorFault } from './use-door-fault.ts';

interface RedeemLinkProps {
  /** Of the link that the bot gave. */
  readonly token: string;
  /** The link leads in no longer; told in the server's words. */
  readonly onRefused: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks before a link from the chat logs in: whoever it came from, it logs in as the person who asked the bot for it. */
export function RedeemLink({ token, onRefused, onCancel }: RedeemLinkProps) {
  const { t } = useTranslation('signin');
  const { enter } = useDoor();
  const user = useAtomValue(sessionAtom).data;
  const faultOf = useDoorFault(t('redeem.failed'));
  const { isBusy, failure, submit } = useSubmit(async () => {
    try {
      await enter((await redeemLink({ token })).user);
    } catch (error) {
      if (isOver(error)) onRefused(faultOf(error));
      throw error;
    }
  });
  return (
    <Page title={t('redeem.title')}>
      <p className="page-lead">{t('redeem.lead')}</p>
      {user && <p className="page-lead">{t('redeem.replaces', { name: user.first_name })}</p>}
      <div className="sign-in__answers">
        <button className="button" type="button" aria-disabled={isBusy} onClick={() => void submit()}>
          {isBusy ? t('busy') : t('submit')}
        </button>
        <button className="button button--quiet" type="button" disabled={isBusy} onClick={onCancel}>
          {t('redeem.cancel')}
        </button>
      </div>
      <p className="fault-text" role="alert">
        {failure && faultOf(failure.error)}
      </p>
    </Page>
  );
}

/** The server judged the link itself: another try would not help. */
function isOver(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'link.expired' || error.code === 'link.notFound');
}
