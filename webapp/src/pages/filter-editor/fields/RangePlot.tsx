import { useTranslation } from 'react-i18next';
import type { Distribution } from '#core/contracts/filter-answers.ts';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue } from '../../../store.ts';
import { maxAt, minAt, type Positions, peakOf, positionsOf, type Range } from './distribution-scale.ts';
import { Histogram } from './Histogram.tsx';
import { formatMeasure, formatNumber, type NumberKind } from './number-text.ts';
import { RangeSlider } from './RangeSlider.tsx';

interface RangePlotProps extends Range {
  readonly label: string;
  readonly kind: NumberKind;
  readonly unit?: string;
  readonly distribution: Distribution;
  readonly onChange: (min: number | null, max: number | null) => void;
}

/** The market along a range, with two thumbs to choose from it. Their ends of the axis unset the bounds. */
export function RangePlot({ label, kind, unit, min, max, distribution, onChange }: RangePlotProps) {
  const { t } = useTranslation('editor');
  const locale = useAtomValue(localeAtom);
  const positions = positionsOf({ min, max }, distribution, kind);
  const say = (value: number | null) => formatMeasure(value, { kind, unit, locale }) || t('fields.range.open');
  const move = ({ start, end }: Positions) =>
    onChange(
      start === positions.start ? min : minAt(start, distribution),
      end === positions.end ? max : maxAt(end, distribution, kind),
    );
  return (
    <div className="range-plot">
      <Histogram distribution={distribution} positions={positions} />
      <RangeSlider
        bars={distribution.bars.length}
        positions={positions}
        names={[t('fields.range.fromName', { label }), t('fields.range.toName', { label })]}
        values={[say(min), say(max)]}
        onMove={move}
      />
      <Spread distribution={distribution} kind={kind} say={say} />
    </div>
  );
}

type SpreadProps = Pick<RangePlotProps, 'distribution' | 'kind'> & { readonly say: (value: number) => string };

/** What the histogram shows, for those who do not see it. */
function Spread({ distribution, kind, say }: SpreadProps) {
  const { t } = useTranslation('editor');
  const locale = useAtomValue(localeAtom);
  const { from, to } = peakOf(distribution);
  const peak = kind === 'year' ? say(from) : `${formatNumber(from, kind, locale)}–${say(to)}`;
  const total = formatNumber(distribution.total, 'price', locale);
  return <p className="visually-hidden">{t('fields.range.spread', { total, peak })}</p>;
}
