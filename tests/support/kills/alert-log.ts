import type { AlertState, EventRow, History, Mark } from './history.ts';

const TOLD: readonly string[] = ['pending', 'sending', 'sent'];

/** Of an alert in the outbox. */
const alertKey = (subjectId: number, userId: number) => `${subjectId}:${userId}`;

/** What became of every alert, one state after the other. */
export class AlertLog {
  readonly #states: readonly AlertState[];
  readonly #byKey: ReadonlyMap<string, readonly AlertState[]>;
  /** The first states of the alerts about an ad to a user, by `ad:user`. */
  readonly #inserts: ReadonlyMap<string, readonly AlertState[]>;
  readonly #usersOf: ReadonlyMap<number, readonly AlertState[]>;
  /** Alerts that were to be stored or changed, with the transactions that were to do it. */
  readonly #expected = new Set<string>();

  constructor(states: readonly AlertState[]) {
    const inserts = states.filter(({ deed }) => deed === 'insert');
    this.#states = states;
    this.#byKey = Map.groupBy(states, ({ subjectId, userId }) => alertKey(subjectId, userId));
    this.#inserts = Map.groupBy(inserts, ({ adId, userId }) => `${adId}:${userId}`);
    this.#usersOf = Map.groupBy(inserts, ({ subjectId }) => subjectId);
  }

  /** Who got an alert of their own for an event. */
  usersToldOf(eventId: number): number[] {
    return this.#usersOf.get(eventId)?.map(({ userId }) => userId) ?? [];
  }

  /**
   * What the earlier events of the ad have told the user, or will, as the transaction of `mark` saw it. An alert that it
   * could not see counts as well, as it was first stored: whoever does not see it has come too early.
   */
  earlier(event: EventRow, mark: Mark, userId: number): AlertState[] {
    const alerts = this.#inserts.get(`${event.adId}:${userId}`) ?? [];
    return alerts
      .filter(({ subjectId }) => subjectId < event.id)
      .map((first) => this.#seen(first.subjectId, userId, mark) ?? first)
      .filter(({ deed, status }) => deed !== 'delete' && TOLD.includes(status));
  }

  /** How the transaction of `mark`, in which this was to be so, has left an alert. */
  after(subjectId: number, userId: number, mark: Mark): AlertState | undefined {
    this.#expected.add(`${mark.xid}:${alertKey(subjectId, userId)}`);
    const own = this.#byKey.get(alertKey(subjectId, userId))?.findLast(({ xid }) => xid === mark.xid);
    return own ?? this.#seen(subjectId, userId, mark);
  }

  /** Alerts that matching has stored or changed though it should not have. */
  uncalledFor(marks: readonly Mark[]): string[] {
    const matchers = new Map(marks.map((mark) => [mark.xid, mark]));
    return this.#states.flatMap((state) => {
      const { xid, deed, subjectId, userId } = state;
      const mark = matchers.get(xid);
      const key = alertKey(subjectId, userId);
      if (deed === 'insert' ? mark : !mark || this.#expected.has(`${xid}:${key}`)) return [];
      const before = mark && this.#seen(subjectId, userId, mark);
      return before && isSame(before, state) ? [] : [`alert ${key}: ${deed} by ${mark?.matcher ?? 'nobody'}`];
    });
  }

  /** Alerts whose row is gone though their user is still there. */
  lost({ stored, departures }: History): string[] {
    return [...this.#byKey].flatMap(([key, states]) => {
      const last = states.at(-1);
      const isGone = last?.deed === 'delete' && departures.get(last.userId) === last.xid;
      return stored.has(key) || isGone ? [] : [`alert ${key} is gone`];
    });
  }

  /** Users who were told of one ad as new more than once, by alerts that went out or will. */
  toldTwice(): string[] {
    return [...this.#inserts].flatMap(([adAndUser, alerts]) => {
      const told = alerts.filter(({ subjectId, userId }) => {
        const last = this.#byKey.get(alertKey(subjectId, userId))?.at(-1);
        return last?.deed !== 'delete' && last?.payload.occasion === 'new' && TOLD.includes(last.status);
      });
      return told.length > 1 ? [`ad and user ${adAndUser}: new ${told.length} times`] : [];
    });
  }

  #seen(subjectId: number, userId: number, { snapshot }: Mark): AlertState | undefined {
    return this.#byKey.get(alertKey(subjectId, userId))?.findLast(({ xid }) => snapshot.shows(xid));
  }
}

function isSame(a: AlertState, b: AlertState): boolean {
  return JSON.stringify([a.filterIds, a.payload]) === JSON.stringify([b.filterIds, b.payload]);
}
