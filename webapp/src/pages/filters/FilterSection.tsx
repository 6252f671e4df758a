import { useId } from 'react';
import type { OwnFilter } from '../../state/filters.ts';
import { FilterRow, type FilterRowProps } from './FilterRow.tsx';

interface FilterSectionProps extends Omit<FilterRowProps, 'filter' | 'isNew' | 'wasSwitched'> {
  readonly title: string;
  readonly count: string;
  readonly filters: readonly OwnFilter[];
  /** Says why the section is empty. */
  readonly placeholder: string;
  readonly newId: number | null;
  readonly switchedId: number | null;
}

export function FilterSection({ title, count, filters, placeholder, newId, switchedId, ...row }: FilterSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 className="section-header" id={titleId}>
        {title} <span className="section-header__count">{count}</span>
      </h2>
      {filters.length === 0 && <p className="card card--empty">{placeholder}</p>}
      {filters.length > 0 && (
        <ul className="card">
          {filters.map((filter) => (
            <FilterRow
              key={filter.id}
              filter={filter}
              isNew={filter.id === newId}
              wasSwitched={filter.id === switchedId}
              {...row}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
