import { useTranslation } from 'react-i18next';
import type { ReportedProblem } from '#core/contracts/admin-letters.ts';
import { AdminDialog } from '../shared/AdminDialog.tsx';
import { PersonCard } from '../shared/PersonCard.tsx';
import { Moment } from './Moment.tsx';

interface DeleteProblemDialogProps {
  readonly problem: ReportedProblem;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a report is deleted, and says whose it is. */
export function DeleteProblemDialog({ problem, ...dialog }: DeleteProblemDialogProps) {
  const { t } = useTranslation('admin');
  return (
    <AdminDialog title={t('problems.deleteTitle')} verb={t('problems.deleteVerb')} tone="danger" {...dialog}>
      <p>{t('problems.deleteText')}</p>
      <PersonCard
        firstName={problem.first_name}
        name={problem.first_name || t('letters.nobody')}
        note={<Moment at={problem.created_at} />}
      />
    </AdminDialog>
  );
}
