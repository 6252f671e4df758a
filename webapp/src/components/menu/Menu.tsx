import '../../styles/menu.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { itemAfterKey } from './menu-keys.ts';

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly className?: string;
  /** Keys that close it beside Escape; the focus then belongs to what opened it. */
  readonly closingKeys?: readonly string[];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A list of actions that is walked by arrow keys, as menus of a desktop are. Its first item has the focus at once. */
export function Menu({ id, label, className, closingKeys = [], onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const checked = menu.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    (checked ?? itemsOf(menu.current)[0])?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' || closingKeys.includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const items = itemsOf(menu.current);
    const current = items.indexOf(document.activeElement as HTMLElement);
    const next = itemAfterKey(event.key, current, items.length);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    items[next]?.focus();
  }

  return (
    <div
      className={['menu', className].filter(Boolean).join(' ')}
      id={id}
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** Without those of the menus inside it. */
function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  const inside = menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [];
  return [...inside].filter((item) => item.closest('[role="menu"]') === menu);
}
