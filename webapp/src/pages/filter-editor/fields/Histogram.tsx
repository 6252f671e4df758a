import type { Distribution } from '#core/contracts/filter-answers.ts';
import { barsOf, PLOT_HEIGHT, PLOT_WIDTH, type Positions } from './distribution-scale.ts';

interface HistogramProps {
  readonly distribution: Distribution;
  readonly positions: Positions;
}

/** What the market has along the range. Decoration: a sentence beside it and the inputs say the same in words. */
export function Histogram({ distribution, positions }: HistogramProps) {
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {barsOf(distribution, positions).map(({ x, width, height, isInside }) => (
        <rect
          key={x}
          className="histogram__bar"
          data-inside={isInside}
          x={x}
          y={PLOT_HEIGHT - height}
          width={width}
          height={height}
          rx={2}
        />
      ))}
    </svg>
  );
}
