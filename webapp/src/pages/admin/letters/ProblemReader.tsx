import { useTranslation } from 'react-i18next';
import type { ReportedProblem } from '#core/contracts/admin-letters.ts';
import { LetterReader } from './LetterReader.tsx';
import { Moment } from './Moment.tsx';

interface ProblemReaderProps {
  readonly problem: ReportedProblem;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The whole of a report. */
export function ProblemReader({ problem, onDelete, onClose }: ProblemReaderProps) {
  const { t } = useTranslation('admin');
  return (
    <LetterReader
      name={problem.first_name || t('letters.nobody')}
      text={problem.problem_description}
      facts={
        <p className="reader__fact">
          {t('problems.created')} <Moment at={problem.created_at} />
        </p>
      }
      footer={
        <button className="admin-button admin-button--danger admin-button--wide" type="button" onClick={onDelete}>
          {t('problems.delete')}
        </button>
      }
      onClose={onClose}
    />
  );
}
