import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../components/use-role-name.ts';
import type { PlanAnswer } from '../../../state/admin-letters.ts';
import { AdminDialog } from '../shared/AdminDialog.tsx';
import { PersonCard } from '../shared/PersonCard.tsx';
import { RoleChange } from '../shared/RoleChange.tsx';
import { usePersonName } from '../shared/use-person-name.ts';

interface PlanAnswerDialogProps {
  readonly answer: PlanAnswer;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a plan is given or refused, and says what the user will hear of it. */
export function PlanAnswerDialog({ answer: { request, plan }, ...dialog }: PlanAnswerDialogProps) {
  const { t } = useTranslation('admin');
  const nameOf = useRoleName();
  const personOf = usePersonName();
  const { user } = request;
  const words = plan === null ? null : { plan: nameOf(plan) ?? plan };
  return (
    <AdminDialog
      title={words ? t('plans.grantTitle', words) : t('plans.declineTitle')}
      verb={words ? t('plans.grant', words) : t('plans.decline')}
      {...dialog}
    >
      <p>{words ? t('plans.grantText') : t('plans.declineText')}</p>
      <PersonCard firstName={user.first_name} name={personOf(user)} note={t('plans.userId', { id: user.id })}>
        <RoleChange from={user.role} to={plan ?? request.plan} />
      </PersonCard>
    </AdminDialog>
  );
}
