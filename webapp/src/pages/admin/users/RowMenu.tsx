import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#core/contracts/admin-users.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Menu } from '../../../components/menu/Menu.tsx';
import { useCloseOutside } from '../../../components/menu/use-dismiss.ts';
import { useRoleName } from '../../../components/use-role-name.ts';
import type { UserDeed } from '../../../state/admin-users.ts';
import { usePersonName } from '../shared/use-person-name.ts';
import { type AskedDeed, ROLE_CHANGES, roleDeedsFor } from './deeds.ts';

/** Room that an open menu takes below its button. */
const MENU_HEIGHT = 180;

interface RowMenuProps {
  readonly user: AdminUser;
  readonly onAsk: (asked: AskedDeed) => void;
}

/** What can be done with a user, behind a button; nothing with an administrator. */
export function RowMenu({ user, onAsk }: RowMenuProps) {
  const { t } = useTranslation('admin');
  if (user.role === 'admin') return <span className="users__note">{t('users.byCommandLine')}</span>;
  return <MenuButton user={user} onAsk={onAsk} />;
}

function MenuButton({ user, onAsk }: RowMenuProps) {
  const { t } = useTranslation('admin');
  const nameOf = usePersonName();
  const [opens, setOpens] = useState<'down' | 'up' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useCloseOutside(opens !== null, root, () => setOpens(null));
  const close = () => {
    setOpens(null);
    button.current?.focus();
  };
  const label = t('users.actionsFor', { name: nameOf(user) });
  return (
    <div className="row-menu" ref={root} data-opens={opens}>
      <button
        className="icon-button row-menu__button"
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opens !== null}
        aria-controls={opens === null ? undefined : id}
        onClick={() => setOpens(opens === null ? roomierSide(button.current) : null)}
        onKeyDown={walkRows}
      >
        <Icon name="dots" />
      </button>
      {opens !== null && (
        <Menu id={id} label={label} onClose={close}>
          <Items
            role={user.role}
            onChoose={(deed) => {
              // First, so that the dialog gives the focus back to the button.
              close();
              onAsk({ user, deed });
            }}
          />
        </Menu>
      )}
    </div>
  );
}

function Items({ role, onChoose }: { readonly role: string; readonly onChoose: (deed: UserDeed) => void }) {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  return (
    <>
      {roleDeedsFor(role).map((deed) => {
        const change = ROLE_CHANGES[deed];
        return (
          <Item key={deed} onChoose={() => onChoose(deed)}>
            <Icon name={change.direction === 'promote' ? 'arrowUp' : 'arrowDown'} />
            {t(`users.${change.direction}`, { role: roleName(change.role) })}
          </Item>
        );
      })}
      <hr className="row-menu__line" />
      <Item isDanger onChoose={() => onChoose('delete')}>
        <Icon name="trash" />
        {t('users.delete')}
      </Item>
    </>
  );
}

interface ItemProps {
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Item({ isDanger = false, onChoose, children }: ItemProps) {
  return (
    <button
      className={isDanger ? 'menu__item menu__item--danger' : 'menu__item'}
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

/** The last rows of a page have no room below. */
function roomierSide(button: HTMLElement | null): 'down' | 'up' {
  const { top = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {};
  return bottom + MENU_HEIGHT > window.innerHeight && top > MENU_HEIGHT ? 'up' : 'down';
}

/** Arrow keys lead from the button of one row to that of the next. */
function walkRows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...document.querySelectorAll<HTMLElement>('.row-menu__button')];
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
}
