import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { HiddenAd } from '../ads/hidden-ad.entity.ts';
import { Session } from '../auth/session.entity.ts';
import type { Clock } from '../clock.ts';
import type { AccountExport } from '../contracts/account-export.ts';
import { NotFoundError } from '../errors.ts';
import { Feedback } from '../feedback/feedback.entity.ts';
import { Filter } from '../filters/filter.entity.ts';
import { criteriaOf } from '../filters/filter-criteria.ts';
import { type AdPayload, inAnyState, Notification, type TextPayload } from '../notifications/notification.entity.ts';
import { Recipient } from '../notifications/recipient.entity.ts';
import { PlanRequest } from '../plans/plan-request.entity.ts';
import { Problem } from '../problems/problem.entity.ts';
import { timeOfDay } from './quiet-hours.ts';
import { User } from './user.entity.ts';

/** Never an entity that was read earlier in this request. */
const AS_STORED = { disableIdentityMap: true } as const;
const OLDEST_FIRST = { ...AS_STORED, orderBy: { createdAt: 'asc' } } as const;

/** Everything that is stored about a user, for the user. */
export class AccountExporter {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** All of one moment. @throws NotFoundError user.notFound */
  of(userId: number): Promise<AccountExport> {
    return this.#em.transactional((em) => this.#read(em, userId), {
      isolationLevel: IsolationLevel.REPEATABLE_READ,
      readOnly: true,
    });
  }

  async #read(em: EntityManager, userId: number): Promise<AccountExport> {
    const user = await em.findOne(User, userId, AS_STORED);
    const recipient = await em.findOne(Recipient, { userId }, AS_STORED);
    if (!user || !recipient) throw new NotFoundError('user.notFound');
    return {
      exportedAt: this.#clock.now().toISOString(),
      account: accountPart(user),
      settings: settingsPart(user, recipient),
      filters: (await em.find(Filter, { userId }, OLDEST_FIRST)).map(filterPart),
      ...messageParts(await em.find(Notification, { userId, ...inAnyState }, OLDEST_FIRST)),
      ...(await writtenParts(em, userId)),
      hiddenAds: await hiddenPart(em, userId),
      sessions: await sessionsPart(em, userId),
    };
  }
}

function accountPart(user: User): AccountExport['account'] {
  const { id, telegramId, firstName, username, email, phone, role, createdAt } = user;
  return {
    id,
    telegramUserId: telegramId,
    firstName,
    username: username ?? null,
    email: email ?? null,
    phone: phone ?? null,
    role,
    createdAt: createdAt.toISOString(),
  };
}

function settingsPart(user: User, recipient: Recipient): AccountExport['settings'] {
  return {
    language: user.language,
    alertsPausedAt: isoOrNull(user.pausedAt),
    delivery: user.deliveryMode,
    quietFrom: timeOfDay(user.quietFrom ?? null),
    quietTo: timeOfDay(user.quietTo ?? null),
    timeZone: user.timeZone,
    reachable: recipient.reachable,
    unreachableReason: recipient.reason ?? null,
  };
}

function filterPart(filter: Filter): AccountExport['filters'][number] {
  const { id, name, active, createdAt, editedAt } = filter;
  const times = { createdAt: createdAt.toISOString(), editedAt: editedAt.toISOString() };
  return { id, filterName: name, ...criteriaOf(filter), active, ...times };
}

function messageParts(rows: readonly Notification[]): Pick<AccountExport, 'alerts' | 'messages'> {
  const alerts: AccountExport['alerts'] = [];
  const messages: AccountExport['messages'] = [];
  for (const { kind, adId, filterIds, payload, status, createdAt, sentAt } of rows) {
    const state = { status, createdAt: createdAt.toISOString(), sentAt: isoOrNull(sentAt) };
    if (kind === 'ad') alerts.push({ adId: adId ?? 0, filterIds, ...(payload as AdPayload), ...state });
    else messages.push({ text: (payload as TextPayload).textKey, values: (payload as TextPayload).values, ...state });
  }
  return { alerts, messages };
}

/** What the user wrote to us. */
async function writtenParts(
  em: EntityManager,
  userId: number,
): Promise<Pick<AccountExport, 'problems' | 'feedback' | 'planRequests'>> {
  const problems = await em.find(Problem, { userId }, OLDEST_FIRST);
  const feedback = await em.find(Feedback, { userId }, OLDEST_FIRST);
  const planRequests = await em.find(PlanRequest, { userId }, OLDEST_FIRST);
  return {
    problems: problems.map(({ text, createdAt }) => ({ text, createdAt: createdAt.toISOString() })),
    feedback: feedback.map(({ rating, email, comment, createdAt }) => ({
      rating,
      email,
      comment,
      createdAt: createdAt.toISOString(),
    })),
    planRequests: planRequests.map(({ plan, state, createdAt }) => ({
      plan,
      state,
      createdAt: createdAt.toISOString(),
    })),
  };
}

async function hiddenPart(em: EntityManager, userId: number): Promise<AccountExport['hiddenAds']> {
  const hidden = await em.find(HiddenAd, { userId }, { ...AS_STORED, orderBy: { hiddenAt: 'asc' } });
  return hidden.map(({ adId, hiddenAt }) => ({ adId, hiddenAt: hiddenAt.toISOString() }));
}

/** Without the hash of the token, which is a secret, too. */
async function sessionsPart(em: EntityManager, userId: number): Promise<AccountExport['sessions']> {
  const sessions = await em.find(Session, { userId }, OLDEST_FIRST);
  return sessions.map(({ way, client, createdAt, lastUsedAt, expiresAt }) => ({
    way,
    client: client ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

const isoOrNull = (time: Date | null | undefined) => time?.toISOString() ?? null;
