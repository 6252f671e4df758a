import { useTranslation } from 'react-i18next';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { timeSpan } from './time-span.ts';

const NAMES = ['users', 'filters', 'ads', 'alerts', 'oldest'] as const;
type Name = (typeof NAMES)[number];

interface Figure {
  readonly value: string;
  /** In small behind the value. */
  readonly unit?: string;
  readonly note: string;
}

/** The figures that matter most, in a line; their outline while they are on the way. */
export function Figures({ figures }: { readonly figures: FiguresResponse | undefined }) {
  const { t } = useTranslation('admin');
  const valuesOf = useFigures();
  const values = figures && valuesOf(figures);
  return (
    <section className="admin-card figures" aria-label={t('hub.figures.label')}>
      <dl className="figures__list">
        {NAMES.map((name) => (
          <div className="figure" key={name}>
            <dt className="figure__name">{t(`hub.figures.${name}`)}</dt>
            {values ? <FigureValue {...values[name]} /> : <FigureOutline />}
          </div>
        ))}
      </dl>
    </section>
  );
}

function FigureValue({ value, unit, note }: Figure) {
  return (
    <>
      <dd className="figure__value">
        {value}
        {unit !== undefined && <span className="figure__unit">{`\u00a0${unit}`}</span>}
      </dd>
      <dd className="figure__note">{note}</dd>
    </>
  );
}

function FigureOutline() {
  return (
    <>
      <dd className="figure__value" aria-hidden="true">
        <span className="outline" />
      </dd>
      <dd className="figure__note" aria-hidden="true">
        <span className="outline" />
      </dd>
    </>
  );
}

function useFigures(): (figures: FiguresResponse) => Record<Name, Figure> {
  const { t } = useTranslation('admin');
  const counted = (count: number) => ({ count, number: formatWhole(count) });
  return ({ users, filters, ads, alerts, outbox }) => {
    const waited = outbox.oldestWaitingSeconds === null ? null : timeSpan(outbox.oldestWaitingSeconds);
    const split = [t('hub.figures.fresh', counted(ads.new)), t('hub.figures.renewed', counted(ads.renewed))];
    return {
      users: { value: formatWhole(users.total), note: t('hub.figures.usersToday', counted(users.today)) },
      filters: { value: formatWhole(filters.active), note: t('hub.figures.saved', counted(filters.total)) },
      ads: { value: formatWhole(ads.new + ads.renewed), note: split.join(', ') },
      alerts: { value: formatWhole(alerts.sent), note: t('hub.figures.drops', counted(alerts.priceDrops)) },
      oldest: {
        ...(waited
          ? { value: formatWhole(waited.value), unit: t(`hub.span.${waited.unit}`) }
          : { value: t('hub.figures.none') }),
        note: t('hub.figures.waiting', counted(outbox.waiting)),
      },
    };
  };
}
