import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Distribution } from '#core/contracts/filter-answers.ts';
import '../../../styles/editor-fields.css';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue } from '../../../store.ts';
import { aboutNumber, type Range } from './distribution-scale.ts';
import { NumberInput } from './NumberInput.tsx';
import { formatMeasure, formatNumber, type NumberKind } from './number-text.ts';
import { RangePlot } from './RangePlot.tsx';

interface RangeFieldProps extends Range {
  readonly label: string;
  readonly kind: NumberKind;
  readonly unit?: string;
  /** A bound that is typed but is no number comes as `UNREADABLE`; no contract takes it. */
  readonly onChange: (min: number | null, max: number | null) => void;
  /** What the market has; null where too little is for sale to say. */
  readonly distribution?: Distribution | null;
  /** What is wrong with the range, in words. */
  readonly fault?: string | null;
}

const FIRST_YEAR = 1900;

/** A range of numbers: two inputs and, where the market is known, its histogram with two thumbs on the same axis. */
export function RangeField(props: RangeFieldProps) {
  const { label, kind, unit, distribution = null, fault = null } = props;
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <fieldset className="field field--range" data-kind={kind} data-plot={distribution !== null} aria-labelledby={id}>
      <div className="field__head">
        <span className="field__label" id={id}>
          {label}
        </span>
        {distribution && <Usual distribution={distribution} kind={kind} unit={unit} />}
      </div>
      {distribution && <RangePlot {...props} distribution={distribution} />}
      <Bounds {...props} {...(fault !== null && { faultId })} />
      <p className="field__fault" id={faultId} role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

interface BoundsProps extends RangeFieldProps {
  /** Id of the text that says what is wrong; nothing is without it. */
  readonly faultId?: string;
}

function Bounds(props: BoundsProps) {
  const { label, kind, unit, min, max, onChange, faultId } = props;
  const { t } = useTranslation('editor');
  const [least, most] = useMarketBounds(props);
  const isUnreadable = Number.isNaN(min) || Number.isNaN(max);
  // Of two bounds in the wrong order both are meant, of a text that is no number that one.
  const isWrong = (bound: number | null) => faultId !== undefined && (!isUnreadable || Number.isNaN(bound));
  return (
    <div className="bounds">
      <NumberInput
        {...{ kind, unit, faultId }}
        value={min}
        onChange={(value) => onChange(value, max)}
        name={t('fields.range.fromName', { label })}
        prefix={t('fields.range.from')}
        hint={least}
        isWrong={isWrong(min)}
      />
      <NumberInput
        {...{ kind, unit, faultId }}
        value={max}
        onChange={(value) => onChange(min, value)}
        name={t('fields.range.toName', { label })}
        prefix={t('fields.range.to')}
        hint={most}
        isWrong={isWrong(max)}
      />
    </div>
  );
}

interface UsualProps {
  readonly distribution: Distribution;
  readonly kind: NumberKind;
  readonly unit: string | undefined;
}

/** One plain fact about the market. */
function Usual({ distribution, kind, unit }: UsualProps) {
  const { t } = useTranslation('editor');
  const locale = useAtomValue(localeAtom);
  const value = formatMeasure(aboutNumber(distribution.median, kind), { kind, unit, locale });
  return (
    <span className="field__fact">
      {kind === 'year' ? t('fields.range.usualYear', { value }) : t('fields.range.usual', { value })}
    </span>
  );
}

/** The market's own bounds, as hints; where the market is not known, those of the years only. */
function useMarketBounds({ kind, distribution }: RangeFieldProps): readonly [string, string] {
  const locale = useAtomValue(localeAtom);
  const [first, last] = [distribution?.bars[0], distribution?.bars.at(-1)];
  if (kind === 'year') return [String(first?.from ?? FIRST_YEAR), String(last?.from ?? new Date().getFullYear())];
  if (!first || !last) return ['', ''];
  // The last bar counts all above it as well.
  return [formatNumber(first.from, kind, locale), `${formatNumber(last.from, kind, locale)}+`];
}
