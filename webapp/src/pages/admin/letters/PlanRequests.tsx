import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPlanRequest } from '#core/contracts/admin-letters.ts';
import { useRoleName } from '../../../components/use-role-name.ts';
import {
  answerPlanRequestAtom,
  loadMorePlanRequestsAtom,
  type PlanAnswer,
  planRequestsAtom,
} from '../../../state/admin-letters.ts';
import { useAtomValue, useSetAtom } from '../../../store.ts';
import { Banner } from '../shared/Banner.tsx';
import { type BannerTone, useBanner } from '../shared/use-banner.ts';
import { usePersonName } from '../shared/use-person-name.ts';
import { LetterCard } from './LetterCard.tsx';
import { LoadMore } from './LoadMore.tsx';
import { PlanAnswerDialog } from './PlanAnswerDialog.tsx';
import { PlanRequestRow, planRequestElementId } from './PlanRequestRow.tsx';
import { useInStep } from './use-in-step.ts';
import { useLetterDeed } from './use-letter-deed.ts';

const SUCCESS_MS = 4000;
const CARD_ID = 'plan-requests';

/** On the hub: who waits for a plan, those who have waited longest first, to be answered. */
export function PlanRequests() {
  const { t } = useTranslation('admin');
  const query = useAtomValue(planRequestsAtom);
  const { banner, show, dismiss } = useBanner(SUCCESS_MS);
  const list = useRef<HTMLUListElement>(null);
  const loadMore = useSetAtom(loadMorePlanRequestsAtom);
  const requests = query.data?.flatMap(({ rows }) => rows) ?? [];
  const last = query.data?.at(-1);
  useInStep('planRequests', last?.total, query.refetch);
  const { asked, isBusy, ask, cancel, confirm } = usePlanAnswer(requests, show);
  return (
    <LetterCard title={t('plans.title')} id={CARD_ID} query={query}>
      <Banner banner={banner} onDismiss={dismiss} />
      {last?.total === 0 && <p className="admin-card__empty">{t('plans.empty')}</p>}
      <ul className="letters__list" ref={list}>
        {requests.map((request) => (
          <PlanRequestRow key={request.id} request={request} onAnswer={ask} />
        ))}
      </ul>
      <LoadMore list={list} rowCount={requests.length} hasMore={typeof last?.nextCursor === 'string'} load={loadMore} />
      {asked && <PlanAnswerDialog answer={asked} isBusy={isBusy} onConfirm={() => void confirm()} onClose={cancel} />}
    </LetterCard>
  );
}

function usePlanAnswer(requests: readonly OpenPlanRequest[], show: (text: string, tone?: BannerTone) => void) {
  const { t } = useTranslation('admin');
  const nameOf = useRoleName();
  const personOf = usePersonName();
  return useLetterDeed<PlanAnswer>({
    act: useSetAtom(answerPlanRequestAtom),
    letterOf: ({ request }) => request.id,
    goneCode: 'plan.requestNotFound',
    doneText: ({ request, plan }) => {
      const name = personOf(request.user);
      return plan === null ? t('plans.declined', { name }) : t('plans.granted', { name, plan: nameOf(plan) ?? plan });
    },
    failedText: ({ plan }) => (plan === null ? t('plans.declineFailed') : t('plans.grantFailed')),
    show,
    letters: requests,
    elementIdOf: planRequestElementId,
    whenEmpty: `#${CARD_ID}`,
  });
}
