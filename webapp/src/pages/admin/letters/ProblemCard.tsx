import { useTranslation } from 'react-i18next';
import type { ReportedProblem } from '#core/contracts/admin-letters.ts';
import { PersonInitial } from '../shared/PersonInitial.tsx';
import { Moment } from './Moment.tsx';
import { previewOf } from './preview.ts';
import { ReadMore } from './ReadMore.tsx';

interface ProblemCardProps {
  readonly problem: ReportedProblem;
  readonly onRead: () => void;
  readonly onDelete: () => void;
}

export function problemElementId(problemId: number): string {
  return `problem-${problemId}`;
}

/** A report in the list: who wrote it, when, and how it begins. */
export function ProblemCard({ problem, onRead, onDelete }: ProblemCardProps) {
  const { t } = useTranslation('admin');
  const id = problemElementId(problem.id);
  return (
    <li className="admin-card problem" id={id} tabIndex={-1}>
      <div className="problem__head">
        <PersonInitial name={problem.first_name} />
        <div className="problem__who">
          <h2 className="problem__name" id={`${id}-name`} dir="auto">
            {problem.first_name || t('letters.nobody')}
          </h2>
          <Moment at={problem.created_at} />
        </div>
      </div>
      <p className="problem__preview" dir="auto">
        {previewOf(problem.problem_description)}
      </p>
      <div className="letter-buttons">
        <ReadMore className="admin-button" id={id} onRead={onRead} />
        <button
          className="admin-button admin-button--danger"
          id={`${id}-delete`}
          type="button"
          aria-labelledby={`${id}-delete ${id}-name`}
          onClick={onDelete}
        >
          {t('problems.delete')}
        </button>
      </div>
    </li>
  );
}

/** Where a report will be. */
export function ProblemOutline() {
  return (
    <li className="admin-card problem problem--outline">
      <span className="outline" />
      <span className="outline" />
      <span className="outline" />
    </li>
  );
}
