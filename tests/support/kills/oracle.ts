import { AlertLog } from './alert-log.ts';
import type { AlertState, EventRow, FilterChange, FilterRow, History, Mark } from './history.ts';
import { suits } from './predicate.ts';

/** Each fault in words. All lists are to be empty. */
export interface Verdict {
  /** Events that nobody matched, and alerts that somebody should have got, or whose row is gone. */
  readonly missed: string[];
  /** Events that were matched twice, and alerts that nobody should have got. */
  readonly doubled: string[];
  /** Alerts to the right person that name other filters or say something else. */
  readonly wrong: string[];
  /** Events whose row tells another revision of the filters than the snapshot of their transaction shows. */
  readonly misdated: string[];
  /** What was judged. */
  readonly events: number;
  readonly alerts: number;
  readonly absorbed: number;
}

type Mutable = { -readonly [Key in keyof Verdict]: Verdict[Key] };
type Saying = AlertState['payload'];

/** The filters as they were when the log stood at some revision. Time goes forward only. */
class FilterTimes {
  readonly #changes: readonly FilterChange[];
  readonly #byBrand = new Map<string, Map<number, FilterRow>>();
  readonly #brandOf = new Map<number, string>();
  #next = 0;

  constructor(changes: readonly FilterChange[]) {
    this.#changes = changes;
  }

  forwardTo(revision: number): void {
    for (; (this.#changes[this.#next]?.revision ?? Infinity) <= revision; this.#next += 1)
      this.#apply(this.#changes[this.#next] as FilterChange);
  }

  /** Those that may ask for the brand. */
  *for(brand: string | null): Generator<FilterRow> {
    for (const key of new Set(['0', brand ?? '0'])) yield* this.#byBrand.get(key)?.values() ?? [];
  }

  #apply({ filterId, state }: FilterChange): void {
    this.#byBrand.get(this.#brandOf.get(filterId) ?? '')?.delete(filterId);
    if (!state) return;
    this.#brandOf.set(filterId, state.brand);
    const others = this.#byBrand.get(state.brand) ?? new Map<number, FilterRow>();
    this.#byBrand.set(state.brand, others.set(filterId, state));
  }
}

/** A user's filters that suit an ad and count for an event. */
interface Wish {
  readonly filterIds: number[];
  /** Those of them that did not suit it at the old price. */
  readonly newIds: number[];
}

/** What is to become of an event for one user: an alert of its own, or a waiting one that says more. */
interface Expected {
  readonly subjectId: number;
  readonly filterIds: readonly number[];
  readonly says: Saying;
}

/**
 * Decides whether everybody was told exactly what they should have been: by the filters as the matching transaction saw
 * them, and by what each user had been told of the ad before. The events of an ad are judged one after the other, in
 * the order in which they were written, whatever the matcher's snapshot showed. Shares no code with the matcher.
 */
export function judge(history: History): Verdict {
  const verdict = { missed: [], doubled: [], wrong: [], misdated: [], events: 0, alerts: 0, absorbed: 0 } as Mutable;
  const log = new AlertLog(history.alerts);
  const filters = new FilterTimes(history.filters);
  for (const { event, mark } of matchedEvents(history, verdict)) {
    filters.forwardTo(mark.revision);
    judgeEvent(event, mark, wishesFor(event, mark, filters), log, verdict);
  }
  verdict.doubled.push(...log.uncalledFor(history.marks), ...log.toldTwice());
  verdict.missed.push(...log.lost(history));
  return verdict;
}

/** In the order of the snapshots in which they were matched. */
function matchedEvents({ events, marks }: History, verdict: Mutable): { event: EventRow; mark: Mark }[] {
  const marksOf = Map.groupBy(marks, ({ eventId }) => eventId);
  const matched = events.flatMap((event) => {
    const [mark, ...more] = marksOf.get(event.id) ?? [];
    if (more.length > 0) verdict.doubled.push(`event ${event.id} was matched ${more.length + 1} times`);
    if (mark) return [{ event, mark }];
    verdict.missed.push(`event ${event.id} was never matched`);
    return [];
  });
  for (const { event, mark } of matched) {
    const { id, matchedRevision, releaseRevision } = event;
    if (matchedRevision !== mark.revision || releaseRevision === null || releaseRevision > mark.revision)
      verdict.misdated.push(`event ${id}: ${releaseRevision}, ${matchedRevision}, in fact ${mark.revision}`);
  }
  verdict.events = matched.length;
  return matched.sort((a, b) => a.mark.revision - b.mark.revision);
}

function wishesFor(event: EventRow, { ad }: Mark, filters: FilterTimes): Map<number, Wish> {
  const wishes = new Map<number, Wish>();
  const { kind, oldPrice, releaseRevision } = event;
  const isDrop = kind === 'price_drop';
  // A fall that a rise has undone since is no news.
  if (isDrop && (ad.price === null || oldPrice === null || ad.price >= oldPrice)) return wishes;
  for (const filter of filters.for(ad.brand)) {
    const counts = filter.active && (filter.activated_revision ?? Infinity) <= (releaseRevision ?? -1);
    if (!counts || !suits(filter, ad)) continue;
    const wish = wishes.get(filter.user_id) ?? { filterIds: [], newIds: [] };
    wish.filterIds.push(filter.id);
    if (!isDrop || !suits(filter, { ...ad, price: oldPrice })) wish.newIds.push(filter.id);
    wishes.set(filter.user_id, wish);
  }
  return wishes;
}

function judgeEvent(event: EventRow, mark: Mark, wishes: Map<number, Wish>, log: AlertLog, verdict: Mutable): void {
  const told = new Set(log.usersToldOf(event.id));
  for (const [userId, wish] of wishes) {
    const expected = expectedFor(event, mark, wish, log.earlier(event, mark, userId));
    if (!expected) continue;
    const isOwn = expected.subjectId === event.id;
    const wasTold = told.delete(userId);
    verdict[isOwn ? 'alerts' : 'absorbed'] += 1;
    const found = words(log.after(expected.subjectId, userId, mark));
    const fault = `${nameOf(event, mark, userId)}: ${found} and not ${words(expected)}`;
    if (isOwn && !wasTold) verdict.missed.push(fault);
    else if (!isOwn && wasTold) verdict.doubled.push(fault);
    else if (found !== words(expected)) verdict.wrong.push(fault);
  }
  for (const userId of told) verdict.doubled.push(`${nameOf(event, mark, userId)}: nothing was to be told`);
}

const nameOf = ({ id, kind }: EventRow, { matcher }: Mark, userId: number) =>
  `event ${id} (${kind}) for user ${userId} by ${matcher}`;

/** @param earlier what the user was told of the ad by earlier events, or is to be told. */
function expectedFor(event: EventRow, { ad }: Mark, wish: Wish, earlier: readonly AlertState[]): Expected | null {
  const { price } = ad;
  const isDrop = event.kind === 'price_drop';
  const [waiting] = earlier.filter(({ status }) => status === 'pending').sort((a, b) => b.subjectId - a.subjectId);
  if (waiting) {
    const { payload, subjectId } = waiting;
    const isLower = price !== null && (payload.oldPrice === null || price < payload.oldPrice);
    const says = isDrop && isLower ? { ...payload, price } : payload;
    return { subjectId, filterIds: [...waiting.filterIds, ...wish.filterIds], says };
  }
  if (earlier.length === 0) {
    const filterIds = isDrop ? wish.newIds : wish.filterIds;
    const says = { occasion: 'new', price, oldPrice: null };
    return filterIds.length === 0 ? null : { subjectId: event.id, filterIds, says };
  }
  const prices = earlier.flatMap(({ payload }) => payload.price ?? []);
  const lowest = prices.length > 0 ? Math.min(...prices) : event.oldPrice;
  if (!isDrop || price === null || lowest === null || (lowest - price) * 100 < lowest * 3) return null;
  return {
    subjectId: event.id,
    filterIds: wish.filterIds,
    says: { occasion: 'price_drop', price, oldPrice: lowest },
  };
}

/** To compare and to read. */
function words(alert: Expected | AlertState | null | undefined): string {
  if (!alert) return 'nothing';
  const { occasion, price, oldPrice } = 'says' in alert ? alert.says : alert.payload;
  const ids = [...new Set(alert.filterIds)].sort((a, b) => a - b);
  return `${occasion} ${oldPrice} ${price} by ${ids.join()} in alert ${alert.subjectId}`;
}
