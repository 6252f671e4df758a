/** Ads as grey rows that go by, each with the width of its two lines; the one that was looked for stands out. */
const ADS = [
  { y: 12, line: 128, hint: 74 },
  { y: 44, line: 96, hint: 88 },
  { y: 126, line: 116, hint: 62 },
] as const;

/** Drawn, as nobody can take a picture of watching: of all ads that go by, Vanags picks out one. */
export function WatchingPicture() {
  return (
    <svg className="watching" viewBox="0 0 320 160" aria-hidden="true">
      {ADS.map(({ y, line, hint }) => (
        <g className="watching__ad" key={y}>
          <rect x="24" y={y} width="34" height="22" rx="5" />
          <rect x="68" y={y + 3} width={line} height="6" rx="3" />
          <rect x="68" y={y + 14} width={hint} height="6" rx="3" opacity="0.6" />
        </g>
      ))}
      <rect className="watching__frame" x="12" y="75" width="248" height="42" rx="11" />
      <rect className="watching__accent" x="24" y="85" width="34" height="22" rx="5" />
      <rect className="watching__text" x="68" y="88" width="112" height="6" rx="3" />
      <rect className="watching__accent" x="68" y="99" width="70" height="6" rx="3" />
      <path className="watching__tick" d="M276 96l8 8 15-16" />
    </svg>
  );
}
