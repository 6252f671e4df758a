import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { Row } from '../../components/Row.tsx';
import { RowFault } from './RowFault.tsx';
import { useTestAlert } from './use-test-alert.ts';

/** Sends one message to the own chat, so that nobody has to wait for a car to know that alerts arrive. */
export function TestAlertRow() {
  const { t } = useTranslation('account');
  const { state, fault, send } = useTestAlert();
  const told = state === 'failed' ? t('profile.test.failed') : fault;
  return (
    <div>
      <Row
        icon="send"
        tone="accent"
        title={t('profile.test.label')}
        after={
          <span className="profile__value" role="status">
            {state === 'sending' && t('profile.test.sending')}
            {state === 'arrived' && (
              <span className="arrived">
                <Icon name="check" /> {t('profile.test.arrived')}
              </span>
            )}
          </span>
        }
        isDisabled={state === 'sending'}
        onClick={() => void send()}
      />
      <div className="row-note" role="status">
        {state === 'late' && <p>{t('profile.test.late')}</p>}
      </div>
      <RowFault text={told} />
    </div>
  );
}
