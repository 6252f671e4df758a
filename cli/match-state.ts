import type { EventCircumstances, StoredAlert } from '#core/matching/alert-circumstances.ts';
import type { MatchExplanation } from '#core/matching/match-explainer.ts';
import { plainLine } from './plain-text.ts';

const HAPPENED: Readonly<Record<EventCircumstances['kind'], string>> = {
  new: 'New ad',
  details_completed: 'Details completed',
  price_drop: 'Price drop',
};

/** Why a stored alert was not sent, by the word that its row keeps. */
const CANCELLED: Readonly<Record<string, string>> = {
  paused: 'the user had paused alerts',
  unreachable: 'the user could not be reached',
  blocked: 'the user had blocked the bot',
  'ad-gone': 'the ad had gone',
  'ad-hidden': 'the user had hidden the ad',
  'filter-off': 'no filter was on and still matched',
  'price-risen': 'the price had risen again',
};

/** An alert that counts as told, or will be. */
const TELLS: ReadonlySet<string> = new Set(['pending', 'sending', 'sent']);

/** What, beside the facts, decided whether the filter's user was told of the ad, a short line each. */
export function stateLines(explanation: MatchExplanation): string[] {
  const { events } = explanation.circumstances;
  const known = events.length > 0 ? [] : ['No alert: a first sweep found the ad, and that tells nobody.'];
  return [
    ...obstacles(explanation),
    ...known,
    ...events.map((event, index) => `${happened(event)}: ${outcome(event, events.slice(0, index), explanation)}.`),
  ];
}

/** What keeps alerts away now. */
function obstacles({ filter, ad, circumstances: { user } }: MatchExplanation): string[] {
  const lines = [
    filter.active ? null : 'The filter is off.',
    ad.goneAt ? `The ad has been gone since ${ad.goneAt.toISOString()}.` : null,
    ad.supersededAt ? `Another car has stood under the ad’s address since ${ad.supersededAt.toISOString()}.` : null,
    user.hasHidden ? 'The user has hidden the ad.' : null,
    user.pausedAt ? `The user has paused alerts since ${user.pausedAt.toISOString()}.` : null,
    user.reachable ? null : `The user cannot be reached (${plainLine(user.reason ?? 'unknown')}).`,
  ];
  return lines.filter((line) => line !== null);
}

function happened({ kind, releasedAt }: EventCircumstances): string {
  return releasedAt === null ? HAPPENED[kind] : `${HAPPENED[kind]}, released ${releasedAt.toISOString()}`;
}

function outcome(
  event: EventCircumstances,
  earlier: readonly EventCircumstances[],
  { filter }: MatchExplanation,
): string {
  const { releasedAt, matchedAt, holdUntil, alert, filterCounts } = event;
  if (alert) return `${alertText(alert)}${alert.namesFilter ? '' : ', for other filters of the user'}`;
  if (releasedAt === null) return `held until ${holdUntil?.toISOString() ?? 'released'}, for the ad’s details`;
  if (matchedAt === null) return 'not matched with the filters yet';
  if (filterCounts === false)
    return `no alert was stored; the filter ${filter.activatedRevision == null ? 'was never on' : 'has been switched on since'}`;
  if (earlier.some((before) => before.alert && TELLS.has(before.alert.status)))
    return 'no alert of its own, the user was told of the ad before';
  if (filter.editedAt > matchedAt) return 'no alert was stored; the filter has been changed since';
  return 'no alert was stored';
}

function alertText({ status, error, dueAt, sentAt }: StoredAlert): string {
  switch (status) {
    case 'sent':
      return `alert sent ${sentAt?.toISOString() ?? ''}`.trimEnd();
    case 'sending':
      return 'alert is being sent';
    case 'pending':
      return `alert waits, due ${dueAt.toISOString()}${error === null ? '' : ` (${plainLine(error)})`}`;
    case 'cancelled':
      return `alert cancelled, ${plainLine(CANCELLED[error ?? ''] ?? error ?? 'without a reason')}`;
    case 'expired':
      return 'alert expired before it could be sent';
    case 'dead':
      return `alert given up (${plainLine(error ?? 'without a reason')})`;
  }
}
