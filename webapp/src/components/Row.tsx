import { Cell } from '@telegram-apps/telegram-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './Icon.tsx';

interface RowProps {
  readonly title: ReactNode;
  readonly icon?: IconName;
  /** A second line. */
  readonly subtitle?: ReactNode;
  /** At the end of the row: a value, a switch, a count. */
  readonly after?: ReactNode;
  /** What a tap does; a row without is not tapped. */
  readonly to?: string;
  readonly href?: string;
  readonly onClick?: () => void;
  readonly isDisabled?: boolean;
  /** Colours the title: what it leads to cannot be undone, or it acts at once. */
  readonly tone?: 'danger' | 'accent';
}

/** One row of a card: the kit's cell as a link, a button or plain text. */
export function Row({ title, icon, subtitle, after, tone, ...target }: RowProps) {
  const { to, onClick } = target;
  const isOpening = to !== undefined || (onClick !== undefined && tone === undefined);
  return (
    <Cell
      className={['row', tone && `row--${tone}`].filter(Boolean).join(' ')}
      multiline
      before={icon && <Icon name={icon} />}
      after={
        <>
          {after}
          {isOpening && <Icon name="chevron" />}
        </>
      }
      {...elementOf(target)}
    >
      {title}
      {/* The kit's own subtitle is a heading of the sixth level. */}
      {subtitle !== undefined && <span className="row__subtitle">{subtitle}</span>}
    </Cell>
  );
}

/** The element that does what a tap on the row promises, so that keyboard and screen reader know it. */
function elementOf({ to, href, onClick, isDisabled }: Pick<RowProps, 'to' | 'href' | 'onClick' | 'isDisabled'>) {
  if (to !== undefined) return { Component: Link, to };
  if (href !== undefined) return { Component: 'a' as const, href };
  if (onClick === undefined) return { Component: 'div' as const, interactiveAnimation: 'opacity' as const };
  return { Component: 'button' as const, type: 'button' as const, onClick, disabled: isDisabled };
}
