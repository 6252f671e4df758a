import type { RecordedCall } from '#tools/telegram-emulator/types.ts';
import type { FedAd } from './outage-feed.ts';

/** Somebody with one filter, for the ads of one group. */
export interface Person {
  readonly userId: number;
  readonly chat: number;
  readonly group: number;
}

/** What became of the alerts, judged by what was published and by what Telegram accepted alone. */
export interface OutageVerdict {
  readonly expected: number;
  /** `ad-3 to 9002` */
  readonly lost: readonly string[];
  /** Copies beyond the first. */
  readonly extra: number;
  /** Told to whom it does not concern. */
  readonly wrong: readonly string[];
}

const keyOf = (ad: string, chat: number) => `${ad} to ${chat}`;

/** The ads that a message shows. */
export function adsIn(call: RecordedCall): string[] {
  const named = JSON.stringify(call.payload).matchAll(/market\.test\/(ad-\d+)/g);
  return [...new Set([...named].map(([, id = '']) => id))];
}

export function judge(ads: readonly FedAd[], people: readonly Person[], calls: readonly RecordedCall[]): OutageVerdict {
  const expected = new Set(
    ads.flatMap((ad) => people.filter(({ group }) => group === ad.group).map(({ chat }) => keyOf(ad.id, chat))),
  );
  const accepted = calls.filter(({ method, outcome }) => method.startsWith('send') && outcome === 'accepted');
  const told = accepted.flatMap((call) => adsIn(call).map((ad) => keyOf(ad, call.chatId ?? 0)));
  const unique = new Set(told);
  return {
    expected: expected.size,
    lost: [...expected].filter((key) => !unique.has(key)),
    extra: told.length - unique.size,
    wrong: [...unique].filter((key) => !expected.has(key)),
  };
}

/** As the share of values that are not above it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** How many requests a service took, and how many it answered, by what it logged. */
export function requestsIn(log: string): { readonly taken: number; readonly answered: number } {
  const count = (message: string) => log.split(`"msg":"${message}"`).length - 1;
  return { taken: count('incoming request'), answered: count('request completed') };
}
