import fc from 'fast-check';
import { anyText } from './any-text.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Kinds of updates that look alike; the bot takes few of them. */
const KINDS = ['message', 'edited_message', 'channel_post', 'callback_query', 'my_chat_member', 'inline_query', 'poll'];

/** Callback data of buttons that are old, of others, or never were. */
const DATA = [
  ...[
    '',
    'toggle:5',
    'f:1',
    'f:1:2',
    'h:9999999999999999:1',
    'l:999999999:0',
    'g:de',
    'g:ru',
    'd:999999999:lv',
    'd:keep',
  ],
  ...['a:1:cancel', 'a:1:5', 'p:1:delete', 'r:1:advanced', 'u:admin', 'u:basic', 'w:1', 'm:weekly', 'm:daily'],
  ...['q:off', 'q:22:00-07:00', 'q:07:00-07:00', 'q:24:00-07:00', `i:${'A'.repeat(43)}:1`, `c:${'A'.repeat(43)}`],
];
const TEXTS = [
  ...['', ' ', '/', '/start', '/quiet \ud800', '/help@', '\ud800', '\u0000', '\u202e', '<b>', '👩‍👩‍👧‍👦'.repeat(400)],
  ...['x'.repeat(100_000), 'ж'.repeat(4096), `/quiet ${' '.repeat(4000)}7`, '__proto__', 'private', 'group', 'channel'],
];
const NUMBERS = [0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e308];

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(...DATA, ...TEXTS, ...NUMBERS, null, true, false, [], {}, [[]], [null], { id: null }),
  anyText(60),
  fc.jsonValue().map((value) => value as Json),
);

interface Mutation {
  /** Which of the values inside of the update it meets, by a number that is taken modulo theirs. */
  readonly place: number;
  readonly change: { readonly kind: 'drop' | 'rename' } | { readonly kind: 'put'; readonly value: Json };
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(1_000_000),
  change: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ kind: 'drop' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'rename' as const }) },
    { weight: 6, arbitrary: odd.map((value) => ({ kind: 'put' as const, value })) },
  ),
});

/** One of the updates with up to three of its fields dropped, renamed or replaced by odd values; some stay as they are. */
export function mutatedUpdates(updates: readonly object[]): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(...updates), fc.array(mutation, { maxLength: 3 }))
    .map(([update, mutations]) => mutations.reduce(mutated, structuredClone(update) as Json) as object);
}

function mutated(update: Json, { place, change }: Mutation): Json {
  const places = placesIn(update);
  const chosen = places[place % places.length];
  if (!chosen) return update;
  const { owner, key } = chosen;
  if (change.kind === 'put') Reflect.set(owner, key, change.value);
  else {
    const value: Json = Reflect.get(owner, key);
    if (change.kind === 'rename') Reflect.set(owner, KINDS[place % KINDS.length] ?? 'poll', value);
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else Reflect.deleteProperty(owner, key);
  }
  return update;
}

/**
 * Every value inside, but not the number of the update, of which Telegram is certain, and nothing of a keyboard, which
 * is the bot's own.
 */
function placesIn(value: Json): { owner: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'update_id' || key === 'inline_keyboard' ? [] : [{ owner: value, key }, ...placesIn(inner)],
  );
}
