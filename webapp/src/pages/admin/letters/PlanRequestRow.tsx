import { useTranslation } from 'react-i18next';
import type { OpenPlanRequest } from '#core/contracts/admin-letters.ts';
import { PLANS, type Plan } from '#core/contracts/plans.ts';
import { useRoleName } from '../../../components/use-role-name.ts';
import type { PlanAnswer } from '../../../state/admin-letters.ts';
import { PersonInitial } from '../shared/PersonInitial.tsx';
import { RoleChange } from '../shared/RoleChange.tsx';
import { usePersonName } from '../shared/use-person-name.ts';
import { Moment } from './Moment.tsx';

interface PlanRequestRowProps {
  readonly request: OpenPlanRequest;
  readonly onAnswer: (answer: PlanAnswer) => void;
}

export function planRequestElementId(requestId: number): string {
  return `plan-request-${requestId}`;
}

/** Who asks for a plan, and the answers to it. */
export function PlanRequestRow({ request, onAnswer }: PlanRequestRowProps) {
  const { t } = useTranslation('admin');
  const personOf = usePersonName();
  const { user, plan, createdAt } = request;
  const id = planRequestElementId(request.id);
  return (
    <li className="letter letter--request" id={id} tabIndex={-1}>
      <PersonInitial name={user.first_name} />
      <div className="letter__body">
        <div className="letter__head">
          <p className="letter__name" id={`${id}-name`} dir="auto">
            {personOf(user)}
          </p>
          <Moment at={createdAt} isShort />
        </div>
        <p className="letter__facts">
          <span>{t('plans.userId', { id: user.id })}</span>
          <span>{t('plans.messagingId', { id: user.telegram_user_id })}</span>
        </p>
        <RoleChange from={user.role} to={plan} />
      </div>
      <div className="letter-buttons">
        {[plan, ...otherPlans(request)].map((given) => (
          <GrantButton key={given} plan={given} rowId={id} onPress={() => onAnswer({ request, plan: given })} />
        ))}
        <button
          className="admin-button admin-button--plain"
          id={`${id}-decline`}
          type="button"
          aria-labelledby={`${id}-decline ${id}-name`}
          onClick={() => onAnswer({ request, plan: null })}
        >
          {t('plans.decline')}
        </button>
      </div>
    </li>
  );
}

interface GrantButtonProps {
  readonly plan: Plan;
  readonly rowId: string;
  readonly onPress: () => void;
}

function GrantButton({ plan, rowId, onPress }: GrantButtonProps) {
  const { t } = useTranslation('admin');
  const nameOf = useRoleName();
  return (
    <button
      className="admin-button"
      id={`${rowId}-${plan}`}
      type="button"
      aria-labelledby={`${rowId}-${plan} ${rowId}-name`}
      onClick={onPress}
    >
      {t('plans.grant', { plan: nameOf(plan) ?? plan })}
    </button>
  );
}

/** The plans beyond what the user has that were not asked for. */
function otherPlans({ plan, user }: OpenPlanRequest): Plan[] {
  const own = (PLANS as readonly string[]).indexOf(user.role);
  return PLANS.filter((known, index) => index > own && known !== plan);
}
