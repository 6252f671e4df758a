/** What the start depends on. */
export interface StartState {
  /** What a direct link into the app carried along: `new`, `f_<filterId>`, or something that names no page. */
  readonly startParam: string | null;
  readonly filterCount: number;
  /** Filters that the role may have switched on. */
  readonly limit: number;
}

/** The page that opens when the app is started at `/` inside Telegram. */
export function startPage({ startParam, filterCount, limit }: StartState): string {
  const filterId = /^f_([1-9]\d*)$/.exec(startParam ?? '')?.[1];
  if (filterId !== undefined) return `/filters/update/${filterId}`;
  if (startParam === 'new') return '/filters/new';
  return startParam === null && filterCount === 0 && limit > 0 ? '/filters/new' : '/filters';
}
