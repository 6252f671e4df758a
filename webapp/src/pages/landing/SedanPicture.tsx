const SKYLINE =
  'M-400 128L-60 128L-60 92L30 92L30 112L96 112L96 70L150 70L150 98L470 98L470 60L540 60L540 104L640 104L640 84L1000 84V300H-400Z';
const BODY =
  'M33 156C29 147 31 128 40 117C56 104 108 95 168 89L186 87C224 62 256 45 306 42C362 39 406 47 438 63C459 73 480 84 494 89C520 91 545 94 556 99C566 108 569 126 567 143C567 160 566 172 554 178L508.3 184A47 47 0 1 0 415.7 184L184.3 184A47 47 0 1 0 91.7 184L48 180C38 178 35 168 33 156Z';
const SHOULDER = 'M40 118C100 103 190 99 300 98C400 97 500 98 561 108L567 128C480 116 160 116 33 136Z';
const SILL =
  'M33 150C160 160 460 158 568 150C568 164 566 174 554 178L508.3 184A47 47 0 1 0 415.7 184L184.3 184A47 47 0 1 0 91.7 184L48 180C38 178 34 166 33 150Z';
const WINDOWS =
  'M206 88C236 66 264 54 303 51L317 50.5L322 87C282 89 240 90 206 88ZM330 50.5C368 49 402 55 428 67C441 73 454 80 462 86C440 88 380 88 335 87Z';
const SEAMS = 'M326 89C329 112 330 150 326 176M198 92C190 112 190 150 200 166M446 90C452 100 450 112 440 122';
const SPOKES = [0, 72, 144, 216, 288];

/** A saloon from the side, in the colours of the theme. */
export function SedanPicture() {
  return (
    <svg className="car" viewBox="-10 -40 620 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="car__skyline" d={SKYLINE} />
      <rect className="car__ground" x="-400" y="176" width="1500" height="500" />
      <ellipse cx="300" cy="214" rx="282" ry="8" opacity=".2" />
      <path className="car__body" d={BODY} />
      <path className="car__shine" d={SHOULDER} opacity=".5" />
      <path className="car__shade" d={SILL} opacity=".8" />
      <path d="M184.3 184A47 47 0 1 0 91.7 184ZM508.3 184A47 47 0 1 0 415.7 184Z" fill="#0c1013" />
      <path d={WINDOWS} fill="#16222d" />
      <path d="M246 70L276 57L266 88L232 89Z" fill="#fff" opacity=".07" />
      <g fill="none" stroke="#16222d">
        <path d={SEAMS} strokeWidth="1.6" opacity=".7" />
        <path d="M296 108h17M404 108h17" strokeWidth="3" strokeLinecap="round" opacity=".75" />
      </g>
      <path className="car__shade" d="M206 90C212 82 224 82 226 88L225 95H208Z" />
      <path d="M38 120C50 113 66 110 80 109C76 116 62 122 41 125Z" fill="#e9eef1" />
      <path d="M563 108C550 105 536 105 526 107C534 115 552 119 567 118Z" fill="#b0473d" />
      <path d="M34 156L62 158L64 166L37 166Z" fill="#16222d" opacity=".8" />
      <Wheel x={138} />
      <Wheel x={462} />
    </svg>
  );
}

function Wheel({ x }: { readonly x: number }) {
  return (
    <g transform={`translate(${x} 174)`} fill="none" stroke="#b9c2ca" strokeLinecap="round">
      <circle r="41" fill="#15191d" stroke="none" />
      <circle r="29.9" strokeWidth="2.5" />
      {SPOKES.map((angle) => (
        <path key={angle} d="M0-5.7L-3.4-26M0-5.7L3.4-26" strokeWidth="3.5" transform={`rotate(${angle})`} />
      ))}
      <circle r="6.1" fill="#b9c2ca" stroke="none" />
    </g>
  );
}
