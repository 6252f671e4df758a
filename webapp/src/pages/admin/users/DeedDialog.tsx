import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminUser, CountsByRole } from '#core/contracts/admin-users.ts';
import type { Role } from '#core/contracts/user.ts';
import { useRoleName } from '../../../components/use-role-name.ts';
import { AdminDialog } from '../shared/AdminDialog.tsx';
import { PersonCard } from '../shared/PersonCard.tsx';
import { RoleChange } from '../shared/RoleChange.tsx';
import { RoleMark } from '../shared/RoleMark.tsx';
import { usePersonName } from '../shared/use-person-name.ts';
import { type AskedDeed, ROLE_CHANGES } from './deeds.ts';

interface DeedDialogProps {
  readonly asked: AskedDeed;
  /** Active filters that each role allows. */
  readonly limits: CountsByRole;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a deed, and says whom it is about and what will happen. */
export function DeedDialog({ asked: { user, deed }, limits, ...dialog }: DeedDialogProps) {
  const { t } = useTranslation('admin');
  const name = usePersonName()(user);
  const roleName = useRoleName();
  if (deed === 'delete') {
    return (
      <AdminDialog {...dialog} title={t('users.ask.delete', { name })} verb={t('users.delete')} tone="danger">
        <p>{t('users.ask.deleted')}</p>
        <Person user={user}>
          <RoleMark role={user.role} />
        </Person>
      </AdminDialog>
    );
  }
  const { direction, role } = ROLE_CHANGES[deed];
  const words = { name, role: roleName(role) };
  return (
    <AdminDialog {...dialog} title={t(`users.ask.${direction}`, words)} verb={t(`users.${direction}`, words)}>
      <Consequences user={user} role={role} limit={limits[role]} />
      <Person user={user}>
        <RoleChange from={user.role} to={role} />
      </Person>
    </AdminDialog>
  );
}

interface ConsequencesProps {
  readonly user: AdminUser;
  /** The role that the user gets, and the active filters that it allows. */
  readonly role: Role;
  readonly limit: number;
}

function Consequences({ user, role, limit }: ConsequencesProps) {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  const name = usePersonName()(user);
  const words = { name, role: roleName(role) };
  return (
    <p>
      {limit === 0 ? t('users.ask.allowsNone', words) : t('users.ask.allows', { ...words, count: limit })}{' '}
      {limit < user.filterLimit && <SwitchedOff active={user.activeFilters} limit={limit} name={name} />}
      {t('users.ask.told', words)}
    </p>
  );
}

interface SwitchedOffProps {
  readonly active: number;
  readonly limit: number;
  readonly name: string;
}

/** Stands for the figure within the sentence until it is set in bold. */
const GAP = '\uE000';

function SwitchedOff({ active, limit, name }: SwitchedOffProps) {
  const { t } = useTranslation('admin');
  const over = active - limit;
  if (over <= 0) return <>{t('users.ask.within', { name, count: active })} </>;
  if (limit === 0) return <>{t('users.ask.allOff', { name, count: active })} </>;
  const sentence = t('users.ask.someOff', { name, active, count: over, which: GAP });
  const which = t('users.ask.which', { count: over });
  return (
    <>
      {sentence.split(GAP).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <strong>{which}</strong>}
          {part}
        </Fragment>
      ))}{' '}
    </>
  );
}

interface PersonProps {
  readonly user: AdminUser;
  readonly children: ReactNode;
}

function Person({ user, children }: PersonProps) {
  const { t } = useTranslation('admin');
  const nameOf = usePersonName();
  return (
    <PersonCard firstName={user.first_name} name={nameOf(user)} note={t('plans.userId', { id: user.id })}>
      {children}
    </PersonCard>
  );
}
