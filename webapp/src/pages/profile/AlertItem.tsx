import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertView } from '#core/contracts/alerts.ts';
import { AdCard } from '../../components/AdCard.tsx';
import { errorText } from '../../components/error-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { useAge } from '../../components/use-age.ts';
import { hideAdAtom } from '../../state/alerts.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal } from '../../telegram/native.ts';

/** An alert: why and when it came, and its ad, which can be hidden. */
export function AlertItem({ alert }: { readonly alert: AlertView }) {
  const { t } = useTranslation('account');
  const ageOf = useAge();
  const { occasion, filterNames, sentAt, gone, hidden, ad } = alert;
  return (
    <li className="alert" data-hidden={hidden}>
      <p className="alert__head">
        <span>{[occasion === 'price_drop' && t('alerts.drop'), ageOf(sentAt)].filter(Boolean).join(' · ')}</span>
        {gone && <span className="alert__gone">{t('alerts.gone')}</span>}
      </p>
      <AdCard ad={ad}>
        {filterNames.length > 0 && (
          <p className="alert__filters">
            {t('alerts.filters', { count: filterNames.length, names: filterNames.map(unbroken).join(', ') })}
          </p>
        )}
        <Hiding alert={alert} />
      </AdCard>
    </li>
  );
}

/** A line breaks between names only. */
function unbroken(name: string): string {
  return name.replaceAll(' ', '\u00a0');
}

function Hiding({ alert: { hidden, ad } }: { readonly alert: AlertView }) {
  const { t } = useTranslation(['fault', 'errors', 'account']);
  const hideAd = useSetAtom(hideAdAtom);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = useRef(false);
  const name = ad.name ?? ad.title ?? '';

  async function toggle() {
    if (isBusy.current) return;
    isBusy.current = true;
    setFault(null);
    try {
      await hideAd(ad.id, !hidden);
    } catch (error) {
      feelRefusal();
      setFault(errorText(error, t));
    }
    isBusy.current = false;
  }

  return (
    <>
      <p className="alert__told" role="status">
        {hidden && t('account:alerts.hidden')}
      </p>
      <button
        className="text-button alert__hide"
        type="button"
        aria-label={t(hidden ? 'account:alerts.showName' : 'account:alerts.hideName', { name })}
        onClick={() => void toggle()}
      >
        <Icon name={hidden ? 'show' : 'hide'} />
        {t(hidden ? 'account:alerts.show' : 'account:alerts.hide')}
      </button>
      {fault !== null && (
        <p className="fault-text" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
