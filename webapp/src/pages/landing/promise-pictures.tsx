import '../../styles/promises.css';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/i18n/formats.ts';
import { Mark } from '../../components/Mark.tsx';

/** Ads in a list, seen from the side of the reader: place of the row, and the lengths of its two lines. */
const ROWS = [
  [-2, 118, 70],
  [26, 96, 84],
  [102, 128, 60],
] as const;

/** Heights of a market's price bars; those from the third to the tenth lie within the filter. */
const BARS = [5, 9, 15, 22, 28, 34, 31, 27, 29, 22, 18, 15, 11, 8, 6, 4];
const BAR_STEP = 18.6;

/** One ad out of many is picked. */
export function TimePicture() {
  return (
    <svg viewBox="0 0 368 132" aria-hidden="true">
      {ROWS.map(([y, title, note]) => (
        <Row key={y} y={y} title={title} note={note} />
      ))}
      <rect className="pic-panel pic-ring" x="28" y="67" width="248" height="38" rx="10" />
      <rect className="pic-accent" x="40" y="75" width="34" height="22" rx="5" />
      <rect className="pic-text" x="84" y="78" width="112" height="6" rx="3" />
      <rect className="pic-rest" x="84" y="89" width="74" height="6" rx="3" />
      <svg className="pic-mark" x="298" y="70" width="32" height="32" aria-hidden="true">
        <Mark />
      </svg>
    </svg>
  );
}

function Row({ y, title, note }: { readonly y: number; readonly title: number; readonly note: number }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <rect className="pic-rest" x="40" y="12" width="34" height="22" rx="5" />
      <rect className="pic-rest" x="84" y="15" width={title} height="6" rx="3" />
      <rect className="pic-faint" x="84" y="26" width={note} height="6" rx="3" />
    </g>
  );
}

/** A price that falls. */
export function DealPicture() {
  return (
    <svg viewBox="0 0 368 132" aria-hidden="true">
      <path
        className="pic-line"
        d="M36 46H92C100 46 104 50 104 56C104 62 108 66 116 66H158C166 66 170 70 170 77C170 84 174 88 182 88H226"
      />
      <circle className="pic-accent" cx="36" cy="46" r="4" />
      <circle className="pic-accent" cx="230" cy="88" r="10" opacity=".16" />
      <circle className="pic-accent" cx="230" cy="88" r="4.5" />
      <path className="pic-dots" d="M36 116H332" />
      <text className="pic-old-price" x="32" y="30">
        {formatPrice(13_900)}
      </text>
      <text className="pic-price" x="250" y="95">
        {formatPrice(12_900)}
      </text>
    </svg>
  );
}

/** A filter: what is chosen, and which part of the market lies within it. */
export function FilterPicture() {
  const { t } = useTranslation('pages');
  return (
    <div className="filter-picture" aria-hidden="true">
      <p className="filter-picture__chips">
        <span className="filter-picture__chip">{'BMW'}</span>
        <span className="filter-picture__chip">{t('landing.filters.diesel')}</span>
        <span className="filter-picture__chip">{t('landing.filters.from')}</span>
      </p>
      <svg viewBox="30 60 308 56" aria-hidden="true">
        {BARS.map((height, index) => (
          <rect
            className={index >= 2 && index < 10 ? 'pic-accent' : 'pic-rest'}
            key={BAR_STEP * index}
            x={36 + BAR_STEP * index}
            y={98 - height}
            width="14"
            height={height}
            rx="2"
          />
        ))}
        <path className="pic-axis" d="M36 106H332" />
        <path className="pic-axis pic-axis--chosen" d="M73 106H220" />
        <circle className="pic-panel pic-ring" cx="73" cy="106" r="7" />
        <circle className="pic-panel pic-ring" cx="220" cy="106" r="7" />
      </svg>
    </div>
  );
}
