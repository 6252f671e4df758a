import '../styles/plans.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PLANS } from '#core/contracts/plans.ts';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { errorText } from '../components/error-text.ts';
import { Icon } from '../components/Icon.tsx';
import { Page } from '../components/Page.tsx';
import { useRoleName } from '../components/use-role-name.ts';
import { userAtom } from '../state/auth.ts';
import { ask } from '../state/dialogs.ts';
import { type PlanOffer, plansAtom, requestPlanAtom } from '../state/plans.ts';
import { useAtomValue, useSetAtom } from '../store.ts';
import { feelRefusal, feelSuccess } from '../telegram/native.ts';

/** What each role allows, and the way to ask for another one. */
export function PlansPage() {
  const { t } = useTranslation(['account', 'webapp']);
  const navigate = useNavigate();
  const { data: offers, error, refetch } = useAtomValue(plansAtom);
  // The list of filters and the editor lead here too, and have the person back as they were.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/profile'));
  if (error && !offers) return <ErrorScreen error={error} back="/profile" onRetry={refetch} />;
  return (
    <Page title={t('account:plans.title')} back="/profile" onBack={() => void goBack()}>
      <p className="plans__lead">{t('account:plans.lead')}</p>
      {offers ? <Offers offers={offers} /> : <OffersOutline />}
    </Page>
  );
}

function Offers({ offers }: { readonly offers: readonly PlanOffer[] }) {
  const { t } = useTranslation('account');
  const nameOf = useRoleName();
  const { fault, asked, request } = useRequest(offers);
  return (
    <>
      {!offers.some((offer) => offer.current) && <OwnRole />}
      <ul className="plans">
        {offers.map((offer) => (
          <PlanCard
            key={offer.plan}
            offer={offer}
            fault={fault?.plan === offer.plan ? fault.text : null}
            onAsk={() => void request(offer)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {asked !== null && t('plans.asked', { plan: nameOf(asked) ?? asked })}
      </p>
    </>
  );
}

/** The role of who has none of the plans, as administrators do. */
function OwnRole() {
  const { t } = useTranslation('account');
  const plan = useRoleName()(useAtomValue(userAtom).data?.role ?? null);
  return plan && <p className="notice">{t('plans.own', { plan })}</p>;
}

interface PlanCardProps {
  readonly offer: PlanOffer;
  readonly fault: string | null;
  readonly onAsk: () => void;
}

function PlanCard({ offer: { plan, limit, current, requested, available }, fault, onAsk }: PlanCardProps) {
  const { t } = useTranslation('account');
  const nameOf = useRoleName();
  return (
    <li className="plan" data-current={current}>
      <h2 className="plan__name">{nameOf(plan) ?? plan}</h2>
      <p className="plan__limit">{limit > 0 ? t('plans.limit', { count: limit }) : t('plans.noFilters')}</p>
      {current && (
        <p className="plan__mark">
          <Icon name="check" /> {t('plans.current')}
        </p>
      )}
      {requested && (
        <p className="plan__mark">
          <Icon name="clock" /> {t('plans.requested')}
        </p>
      )}
      {available && !requested && (
        <button className="button button--quiet button--wide" type="button" onClick={onAsk}>
          {t('plans.ask')}
        </button>
      )}
      {fault !== null && (
        <p className="fault-text" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

/** Asks the administrators for a plan, after the person has confirmed it. */
function useRequest(offers: readonly PlanOffer[]) {
  const { t } = useTranslation(['fault', 'errors', 'account', 'webapp']);
  const nameOf = useRoleName();
  const requestPlan = useSetAtom(requestPlanAtom);
  const [fault, setFault] = useState<{ readonly plan: string; readonly text: string } | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const isBusy = useRef(false);

  async function confirm({ plan }: PlanOffer): Promise<boolean> {
    const replaces = offers.some((offer) => offer.requested) ? t('account:plans.replaces') : null;
    const answer = await ask({
      title: t('account:plans.confirmTitle', { plan: nameOf(plan) ?? plan }),
      message: [t('account:plans.confirmText'), replaces].filter(Boolean).join(' '),
      buttons: [
        { id: 'cancel', text: t('webapp:cancel') },
        { id: 'ask', text: t('account:plans.confirm') },
      ],
    });
    return answer === 'ask';
  }

  async function send(offer: PlanOffer): Promise<void> {
    const plan = PLANS.find((known) => known === offer.plan);
    if (plan === undefined || !(await confirm(offer))) return;
    setFault(null);
    try {
      await requestPlan(plan);
      feelSuccess();
      setAsked(plan);
    } catch (error) {
      feelRefusal();
      setFault({ plan, text: errorText(error, t) });
    }
  }

  async function request(offer: PlanOffer): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    await send(offer);
    isBusy.current = false;
  }

  return { fault, asked, request };
}

function OffersOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="plans" aria-hidden="true">
        {['user', ...PLANS].map((plan) => (
          <span className="outline plan plan--outline" key={plan} />
        ))}
      </div>
    </>
  );
}
