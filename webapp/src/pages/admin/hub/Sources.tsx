import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresResponse, SourceFigures } from '#core/contracts/admin-figures.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { momentText } from '../shared/riga-time.ts';
import { secondsBetween } from './time-span.ts';
import { useSpanText } from './use-span-text.ts';

const ROWS = ['lastRead', 'lastSweep', 'failures', 'badRows'] as const;
type Row = (typeof ROWS)[number];

/** Where the ads come from, and how well they come. */
export function Sources({ figures }: { readonly figures: FiguresResponse | undefined }) {
  const { t } = useTranslation('admin');
  const id = useId();
  const isOne = figures === undefined || figures.sources.length < 2;
  return (
    <section className="admin-card" aria-labelledby={id}>
      <h2 className="admin-card__title" id={id}>
        {t(isOne ? 'hub.source.title' : 'hub.source.titleMany')}
      </h2>
      {!figures && <SourceOutline />}
      {figures?.sources.length === 0 && <p className="admin-card__empty">{t('hub.source.none')}</p>}
      {figures?.sources.map((source) => (
        <Source key={source.id} source={source} now={figures.at} />
      ))}
    </section>
  );
}

interface SourceProps {
  readonly source: SourceFigures;
  readonly now: string;
}

function Source({ source, now }: SourceProps) {
  const { t } = useTranslation('admin');
  const textsOf = useSourceTexts();
  const texts = textsOf(source, now);
  return (
    <div className="source">
      <div className="source__head">
        <h3 className="source__name">{source.id}</h3>
        <p className="source__state" data-state={source.state}>
          {t(`hub.source.${source.state}`)}
        </p>
      </div>
      <dl className="facts">
        {ROWS.map((row) => (
          <div className="fact" key={row}>
            <dt>{t(`hub.source.${row}`)}</dt>
            <dd>{texts[row]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useSourceTexts(): (source: SourceFigures, now: string) => Record<Row, string> {
  const { t } = useTranslation('admin');
  const spanText = useSpanText();
  return ({ lastReadAt, lastSweepAt, lastSweepMinutes, failuresToday, badRowsToday, rowsToday }, now) => {
    const never = t('hub.source.never');
    const swept = lastSweepAt === null ? never : momentText(lastSweepAt, now);
    return {
      lastRead: lastReadAt === null ? never : t('hub.span.ago', { span: spanText(secondsBetween(lastReadAt, now)) }),
      lastSweep:
        lastSweepMinutes === null
          ? swept
          : t('hub.source.sweep', { time: swept, minutes: formatWhole(lastSweepMinutes) }),
      failures: formatWhole(failuresToday),
      badRows: t('hub.source.ofRows', { bad: formatWhole(badRowsToday), rows: formatWhole(rowsToday) }),
    };
  };
}

function SourceOutline() {
  return (
    <div className="source" aria-hidden="true">
      <div className="source__head">
        <span className="outline" />
      </div>
      <div className="facts">
        {ROWS.map((row) => (
          <div className="fact" key={row}>
            <span className="outline" />
          </div>
        ))}
      </div>
    </div>
  );
}
