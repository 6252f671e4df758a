import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Distribution, PreviewResponse } from '#core/contracts/filter-answers.ts';
import { formatVolume } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { Section } from '../../components/Section.tsx';
import { EXAMPLE, exampleFiguresAtom } from '../../state/filter-example.ts';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { FilterSummary } from './FilterSummary.tsx';

/** A filter as it could be, with what it would find today. The editor takes it as a draft from the history's state. */
export function FilterExample() {
  const { t } = useTranslation('filters');
  const draft = { ...EXAMPLE, filterName: t('example.name') };
  return (
    <Section title={t('example.title')}>
      <div className="filter-example">
        <h3 className="filter__name">{draft.filterName}</h3>
        <FilterSummary filter={{ ...EXAMPLE, brandName: 'Volkswagen', modelNames: ['Golf'] }} />
      </div>
      <Figures />
      <Link className="filter-example__start" to="/filters/new" state={{ draft }}>
        {t('example.start')}
      </Link>
    </Section>
  );
}

function Figures() {
  const { t } = useTranslation(['filters', 'webapp']);
  const { data, isError, refetch } = useAtomValue(exampleFiguresAtom);
  if (isError && !data) {
    return (
      <p className="filter-example filter-example__figures" role="alert">
        {t('filters:example.failed')}
        <button className="text-button" type="button" onClick={() => void refetch()}>
          {t('webapp:retry')}
        </button>
      </p>
    );
  }
  return (
    <div className="filter-example">
      <PriceBars bars={data?.prices ?? null} />
      {data ? <Found {...data} /> : <span className="outline outline--figures" />}
    </div>
  );
}

function Found({ matching, perWeek }: Pick<PreviewResponse, 'matching' | 'perWeek'>) {
  const { t } = useTranslation('filters');
  const locale = useAtomValue(localeAtom);
  if (matching === 0) return <p className="filter-example__figures">{t('example.none')}</p>;
  return (
    <p className="filter-example__figures">
      <span>
        <b>{t('example.cars', { count: matching })}</b> {t('example.match', { count: matching })}
      </span>
      {perWeek !== null && perWeek > 0 && <span>{t('example.perWeek', { number: weekly(perWeek, locale) })}</span>}
    </p>
  );
}

function weekly(rate: number, locale: Locale): string {
  return Number.isInteger(rate) ? String(rate) : formatVolume(rate, locale);
}

/** What such cars cost: the bars up to the wanted price stand out. Says nothing to a screen reader, the figures do. */
function PriceBars({ bars }: { readonly bars: Distribution['bars'] | null }) {
  if (bars?.length === 0) return null;
  const highest = Math.max(1, ...(bars ?? []).map(({ count }) => count));
  return (
    <div className="bars" aria-hidden="true">
      {bars?.map(({ from, count }) => (
        <span
          className="bars__bar"
          key={from}
          data-chosen={from < EXAMPLE.priceMax}
          style={{ height: `${(count / highest) * 100}%` }}
        />
      ))}
    </div>
  );
}
