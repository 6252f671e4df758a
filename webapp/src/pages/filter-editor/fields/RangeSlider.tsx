import { feelChoice } from '../../../telegram/native.ts';
import type { Positions } from './distribution-scale.ts';

interface RangeSliderProps {
  /** How many bars the axis has: a thumb stands on one of their edges. */
  readonly bars: number;
  readonly positions: Positions;
  /** What each thumb is called and what it says, first and second. */
  readonly names: readonly [string, string];
  readonly values: readonly [string, string];
  readonly onMove: (positions: Positions) => void;
}

/**
 * Two thumbs on the axis of a histogram: the browser's own range inputs, one upon the other. The kit's slider takes
 * every touch, so that a page cannot be scrolled across it without moving a thumb, and it does not show which thumb has
 * the focus.
 */
export function RangeSlider({ bars, positions, names, values, onMove }: RangeSliderProps) {
  const { start, end } = positions;
  const move = (moved: Positions) => {
    if (moved.start === start && moved.end === end) return;
    feelChoice();
    onMove(moved);
  };
  const percent = (position: number) => `${(100 * position) / bars}%`;
  return (
    <div className="range-slider">
      <div
        className="range-slider__track"
        style={{ '--start': percent(Math.min(start, end)), '--end': percent(end) } as React.CSSProperties}
      />
      <input
        className="range-slider__input"
        type="range"
        // Where both meet at the far end, only the first one can still go somewhere.
        data-above={start > bars / 2}
        min={0}
        max={bars}
        value={start}
        aria-label={names[0]}
        aria-valuetext={values[0]}
        onChange={({ currentTarget }) => move({ start: Math.min(Number(currentTarget.value), end - 1), end })}
      />
      <input
        className="range-slider__input"
        type="range"
        min={0}
        max={bars}
        value={end}
        aria-label={names[1]}
        aria-valuetext={values[1]}
        onChange={({ currentTarget }) => move({ start, end: Math.max(Number(currentTarget.value), start + 1) })}
      />
    </div>
  );
}
