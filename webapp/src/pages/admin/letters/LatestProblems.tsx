import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReportedProblem } from '#core/contracts/admin-letters.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { Icon } from '../../../components/Icon.tsx';
import { problemsAtom } from '../../../state/admin-letters.ts';
import { useAtomValue } from '../../../store.ts';
import { PersonInitial } from '../shared/PersonInitial.tsx';
import { LetterCard } from './LetterCard.tsx';
import { Moment } from './Moment.tsx';
import { previewOf } from './preview.ts';
import { useInStep } from './use-in-step.ts';

const SHOWN = 3;

/** On the hub: the latest reports, and the way to all of them. */
export function LatestProblems() {
  const { t } = useTranslation('admin');
  const query = useAtomValue(problemsAtom);
  const first = query.data?.[0];
  useInStep('problems', first?.total, query.refetch);
  const link = first !== undefined && first.total > 0 && (
    <Link className="admin-card__link" to="/admin/reported-problems">
      {t('problems.viewAll', { total: formatWhole(first.total) })} <Icon name="chevron" />
    </Link>
  );
  return (
    <LetterCard title={t('problems.title')} aside={link} query={query}>
      {first?.total === 0 && <p className="admin-card__empty">{t('problems.empty')}</p>}
      <ul className="letters__list">
        {first?.rows.slice(0, SHOWN).map((problem) => (
          <ProblemRow key={problem.id} problem={problem} />
        ))}
      </ul>
    </LetterCard>
  );
}

function ProblemRow({ problem }: { readonly problem: ReportedProblem }) {
  const { t } = useTranslation('admin');
  return (
    <li className="letter">
      <PersonInitial name={problem.first_name} />
      <div className="letter__body">
        <div className="letter__head">
          <p className="letter__name" dir="auto">
            {problem.first_name || t('letters.nobody')}
          </p>
          <Moment at={problem.created_at} isShort />
        </div>
        <p className="letter__preview" dir="auto">
          {previewOf(problem.problem_description)}
        </p>
      </div>
    </li>
  );
}
