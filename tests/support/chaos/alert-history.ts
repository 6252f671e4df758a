import type { RecordedCall } from '#tools/telegram-emulator/types.ts';

/** What one message told of one ad. */
export interface ToldAd {
  /** The ad, by the end of its address. */
  readonly key: string;
  readonly occasion: 'new' | 'price_drop';
  /** null: the message names none. */
  readonly price: number | null;
}

/** A message about ads that Telegram has accepted. */
export interface ToldAlert {
  readonly chatId: number;
  readonly ads: readonly ToldAd[];
  /** Milliseconds since 1970, when the call came. */
  readonly at: number;
  /** Nobody was told that it was accepted. */
  readonly ambiguous: boolean;
  /** The call's place among all calls. */
  readonly call: number;
}

const AD = /market\.test\/((?:ad|old)-\d+)/;
const ADS = new RegExp(AD, 'g');
/** The last one of a line is what the car costs now. */
const PRICES = /((?:\d{1,3})(?:\u00a0\d{3})*)\u00a0€/g;

/** The messages about ads among the calls, by what stands in them. */
export function alertsOf(calls: readonly RecordedCall[]): ToldAlert[] {
  return calls.flatMap((call, place) => {
    const { chatId, payload, outcome, ambiguous, at } = call;
    if (chatId === undefined || outcome !== 'accepted' || !call.method.startsWith('send')) return [];
    const ads = adsIn(payload);
    return ads.length === 0 ? [] : [{ chatId, ads, at, ambiguous, call: place }];
  });
}

/** An alert names its ad in its buttons, too; a digest names each at the beginning of the lines about it. */
export function adsIn(payload: Record<string, unknown>): ToldAd[] {
  const text = String(payload.text ?? payload.caption ?? '');
  const keys = new Set([...JSON.stringify(payload).matchAll(ADS)].map(([, key]) => key ?? ''));
  const [only] = keys;
  if (only !== undefined && keys.size === 1) return [toldAd(only, text)];
  const parts: { key: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, key] = AD.exec(line) ?? [];
    if (key !== undefined) parts.push({ key, lines: [line] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ key, lines }) => toldAd(key, lines.join('\n')));
}

function toldAd(key: string, text: string): ToldAd {
  const prices = [...text.matchAll(PRICES)].map(([, price]) => Number(price?.replaceAll('\u00a0', '')));
  return { key, occasion: text.includes('<s>') ? 'price_drop' : 'new', price: prices.at(-1) ?? null };
}
