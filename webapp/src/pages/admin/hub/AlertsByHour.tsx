import '../../../styles/admin-hours.css';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { chartLines, type Hour, hoursOfDay } from './hour-chart.ts';
import { placeAfterKey } from './place-after-key.ts';

/** Every so many hours one is named below. */
const NAMED_HOURS = 6;

interface AlertsByHourProps {
  readonly alerts: FiguresResponse['alerts'] | undefined;
}

/** The alerts of today, hour by hour. */
export function AlertsByHour({ alerts }: AlertsByHourProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  return (
    <section className="admin-card hours-card" aria-labelledby={id}>
      <div className="admin-card__head">
        <h2 className="admin-card__title" id={id}>
          {t('hub.chart.title')}
        </h2>
        <p className="admin-card__aside">{t('hub.chart.period')}</p>
      </div>
      {alerts ? <Chart hours={hoursOfDay(alerts.byHour)} /> : <div className="hours outline" aria-hidden="true" />}
    </section>
  );
}

function Chart({ hours }: { readonly hours: readonly Hour[] }) {
  const { t } = useTranslation('admin');
  const highest = Math.max(0, ...hours.map(({ sent }) => sent ?? 0));
  const lines = chartLines(highest);
  const columns = { '--hours': hours.length } as CSSProperties;
  return (
    <div className="hours" style={columns}>
      {highest > 0 && <Lines lines={lines} />}
      <Bars hours={hours} top={lines.at(-1) ?? 1} />
      {highest === 0 && <p className="hours__empty">{t('hub.chart.empty')}</p>}
      <div className="hours__names" aria-hidden="true">
        {hours.map(({ from }, place) =>
          Number.parseInt(from, 10) % NAMED_HOURS === 0 ? (
            <span key={from} style={{ gridColumn: `${place + 1} / span ${NAMED_HOURS}` }}>
              {from}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly number[] }) {
  const top = lines.at(-1) ?? 1;
  return (
    <div className="hours__lines" aria-hidden="true">
      {lines.map((line) => (
        <span className="hours__line" key={line} style={{ bottom: `${(line / top) * 100}%` }}>
          <span className="hours__amount">{formatWhole(line)}</span>
        </span>
      ))}
    </div>
  );
}

/** Each bar says its hour when it is pointed at, touched or reached by the arrow keys; Tab stops at one of them only. */
function Bars({ hours, top }: { readonly hours: readonly Hour[]; readonly top: number }) {
  const nameOf = useHourName();
  const begun = hours.filter(({ sent }) => sent !== null);
  const [reached, setReached] = useState<number | null>(null);
  const stop = Math.min(reached ?? begun.length - 1, begun.length - 1);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = placeAfterKey(event.key, stop, begun.length);
    if (next === null) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <ul className="hours__bars" onKeyDown={walk}>
      {begun.map((hour, place) => (
        <li
          className="hours__slot"
          key={`${place} ${hour.from}`}
          style={positionOf(hour, place / (hours.length - 1), top)}
        >
          <button
            className="hours__bar"
            type="button"
            aria-label={nameOf(hour)}
            tabIndex={place === stop ? 0 : -1}
            data-running={hour.isRunning}
            data-empty={hour.sent === 0}
            onFocus={() => setReached(place)}
          />
          <span className="hours__tip" aria-hidden="true">
            {nameOf(hour)}
          </span>
        </li>
      ))}
      {hours.slice(begun.length).map(({ from }) => (
        <li className="hours__slot hours__slot--ahead" key={from} aria-hidden="true" />
      ))}
    </ul>
  );
}

/** For the style sheet: how high the bar is, and how far right, both from 0 to 1. */
function positionOf({ sent }: Hour, place: number, top: number): CSSProperties {
  return { '--share': (sent ?? 0) / top, '--place': place } as CSSProperties;
}

function useHourName(): (hour: Hour) => string {
  const { t } = useTranslation('admin');
  return ({ from, to, sent, isRunning }) => {
    const count = sent ?? 0;
    const alerts = t('hub.chart.alerts', { count, number: formatWhole(count) });
    return t(isRunning ? 'hub.chart.running' : 'hub.chart.hour', { from, to, alerts });
  };
}
