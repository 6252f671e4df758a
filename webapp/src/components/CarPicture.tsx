import type { AdView } from '#core/contracts/ad-answers.ts';

const SEDAN = {
  body: 'M33 156C29 147 31 128 40 117C56 104 108 95 168 89L186 87C224 62 256 45 306 42C362 39 406 47 438 63C459 73 480 84 494 89C520 91 545 94 556 99C566 108 569 126 567 143C567 160 566 172 554 178L508.3 184A47 47 0 1 0 415.7 184L184.3 184A47 47 0 1 0 91.7 184L48 180C38 178 35 168 33 156Z',
  windows:
    'M206 88C236 66 264 54 303 51L317 50.5L322 87C282 89 240 90 206 88ZM330 50.5C368 49 402 55 428 67C441 73 454 80 462 86C440 88 380 88 335 87Z',
};
const ESTATE = {
  body: 'M33 156C29 146 31 126 41 115C58 103 108 95 166 89L182 87C216 61 250 43 306 40C372 36 452 40 500 50C512 54 524 64 538 84C552 92 562 100 566 116C569 128 569 138 567 148C567 162 566 172 554 178L506.3 184A47 47 0 1 0 413.7 184L184.3 184A47 47 0 1 0 91.7 184L48 180C38 178 35 168 33 156Z',
  windows:
    'M203 88C232 65 260 53 303 49.5L315 49L320 87C282 89 238 90 203 88ZM328 48.5C362 47 396 48 424 51L428 86C398 88 364 88 333 87ZM437 52C462 54 484 58 497 64C506 69 514 78 519 85C494 87 464 87 440 86.5Z',
};
/** Cars whose roof goes on to the back. */
const LONG_ROOFS: readonly AdView['bodyType'][] = ['hatchback', 'universal', 'suv', 'van'];
const WHEELS = [138, 461];

/** A drawn car in the place of a photo: it says nothing, the words stand beside it. */
export function CarPicture({ bodyType }: Pick<AdView, 'bodyType'>) {
  const { body, windows } = LONG_ROOFS.includes(bodyType) ? ESTATE : SEDAN;
  return (
    <svg className="car-picture" viewBox="-60 -110 720 470" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="car-picture__body" d={body} />
      <path className="car-picture__window" d={windows} />
      {WHEELS.map((x) => (
        <g key={x}>
          <circle className="car-picture__tyre" cx={x} cy="174" r="41" />
          <circle className="car-picture__rim" cx={x} cy="174" r="24" />
        </g>
      ))}
    </svg>
  );
}
