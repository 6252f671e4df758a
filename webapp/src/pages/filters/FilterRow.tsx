import { Switch } from '@telegram-apps/telegram-ui';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../components/Icon.tsx';
import { useAge } from '../../components/use-age.ts';
import type { OwnFilter } from '../../state/filters.ts';
import { FilterSummary } from './FilterSummary.tsx';
import { type SwitchListener, useFilterSwitch } from './use-filter-switch.ts';

export interface FilterRowProps extends SwitchListener {
  readonly filter: OwnFilter;
  /** It was just made, as a copy. */
  readonly isNew: boolean;
  /** It came here from the other section, by its switch. */
  readonly wasSwitched: boolean;
  readonly onCopy: (filter: OwnFilter) => void;
}

/** A filter: the row opens it, its switch and its copy button are targets of their own. */
export function FilterRow({ filter, isNew, wasSwitched, onCopy, ...listener }: FilterRowProps) {
  const { t } = useTranslation('filters');
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  const { position, fault, toggle } = useFilterSwitch(filter, listener);
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  useEffect(() => {
    // The row is a new one in its new section; whoever switched by keyboard goes on from there.
    const isFocusLost = document.activeElement === document.body;
    if (wasSwitched && isFocusLost) row.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [wasSwitched]);
  const name = filter.filterName || t('unnamed');
  const described = { 'aria-describedby': `${id}-summary ${id}-alerts` };
  return (
    <li className="filter" ref={row} data-new={isNew}>
      <h3 className="filter__name">
        <Link className="filter__open" id={`${id}-name`} to={`/filters/update/${filter.id}`} {...described}>
          {name}
          <Icon name="pencil" />
        </Link>
      </h3>
      <FilterSummary id={`${id}-summary`} filter={filter} />
      <Alerts id={`${id}-alerts`} filter={filter} />
      <Switch
        className="filter__switch"
        role="switch"
        checked={position === 1}
        onChange={() => void toggle()}
        aria-labelledby={`${id}-name`}
        {...described}
      />
      <button
        className="icon-button filter__copy"
        type="button"
        aria-label={t('copy', { name })}
        onClick={() => onCopy(filter)}
      >
        <Icon name="copy" />
      </button>
      {fault && (
        <p className="filter__fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

/** How busy a filter is: its alerts of the week and when the last one came. */
function Alerts({ id, filter }: { readonly id: string; readonly filter: OwnFilter }) {
  const { t } = useTranslation('filters');
  const ageOf = useAge();
  const { active, alertsThisWeek: count, lastAlertAt } = filter;
  const age = lastAlertAt === null ? null : ageOf(lastAlertAt);
  if (active === 0) {
    return (
      <p className="filter__alerts" id={id}>
        {t('off')}
      </p>
    );
  }
  return (
    <p className="filter__alerts" id={id}>
      <Icon name="bell" />
      <span>
        {count > 0 ? <b>{t('alerts', { count })}</b> : t('noAlerts')}
        {age !== null && ' · '}
      </span>
      {age !== null && <span>{count > 0 ? age : t('lastAlert', { age })}</span>}
    </p>
  );
}
