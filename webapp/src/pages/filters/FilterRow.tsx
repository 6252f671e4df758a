import { Switch } from '@telegram-apps/telegram-ui';
import { Fragment, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../state/catalogue.ts';
import type { OwnFilter } from '../../state/filters.ts';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { filterSummary } from './filter-summary.ts';
import { type SwitchListener, useFilterSwitch } from './use-filter-switch.ts';

export interface FilterRowProps extends SwitchListener {
  readonly filter: OwnFilter;
  readonly catalogue: Catalogue;
  /** The address names this filter, so it is pointed out. */
  readonly isNamed: boolean;
  /** It came here from the other section, by its switch. */
  readonly wasSwitched: boolean;
}

export function FilterRow({ filter, catalogue, isNamed, wasSwitched, ...listener }: FilterRowProps) {
  const { t } = useTranslation('webapp');
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  const { position, fault, toggle } = useFilterSwitch(filter, listener);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  useEffect(() => {
    // The row is a new one in its new section; whoever switched by keyboard goes on from there.
    const isFocusLost = document.activeElement === document.body;
    if (wasSwitched && isFocusLost) row.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [wasSwitched]);
  return (
    <li className="filter" ref={row} data-named={isNamed}>
      <div className="filter__text">
        <h3 className="filter__name" id={`${id}-name`}>
          {filter.filterName || t('filters.unnamed')}
        </h3>
        <Summary id={`${id}-summary`} filter={filter} catalogue={catalogue} />
      </div>
      <Switch
        className="filter__switch"
        role="switch"
        checked={position === 1}
        onChange={() => void toggle()}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-summary`}
      />
      {fault && (
        <p className="filter__fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

type SummaryProps = Pick<FilterRowProps, 'filter' | 'catalogue'> & { readonly id: string };

function Summary({ id, filter, catalogue }: SummaryProps) {
  const { t } = useTranslation(['webapp', 'options', 'common']);
  const locale = useAtomValue(localeAtom);
  const facts = filterSummary(filter, { t, locale, catalogue });
  return (
    <p className="filter__summary" id={id}>
      {facts.map((fact, index) => (
        // A line breaks between facts only: each is a box, and the blank between them is the way out.
        <Fragment key={fact}>
          <span>{index < facts.length - 1 ? `${fact} ·` : fact}</span>{' '}
        </Fragment>
      ))}
    </p>
  );
}
