import '../../../styles/admin-shared.css';
import { useRoleName } from '../../../components/use-role-name.ts';

/** A role: its word, and a dot whose shape and filling tell it at a glance. */
export function RoleMark({ role }: { readonly role: string }) {
  const nameOf = useRoleName();
  return (
    <span className="role-mark" data-role={role}>
      {nameOf(role) ?? role}
    </span>
  );
}
