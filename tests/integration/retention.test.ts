import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GuessLimiter } from '#core/auth/guess-limiter.ts';
import { SESSION_MAX_AGE_S } from '#core/auth/session-service.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { LOCALES } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { KEPT_FOR_MS, type KeptTable } from '#core/retention/kept-for.ts';
import { OPERATOR } from '../support/actors.ts';
import { aUser } from '../support/builders.ts';
import { aListedAd } from '../support/fake-source.ts';
import { pagesOf } from '../support/ingestion-world.ts';
import { openRetentionWorld, type RetentionWorld } from '../support/retention-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Well over any. */
const OLD_MS = 1000 * DAY_MS;

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

const user = () => aUser(world.core.orm);
const GUESS = [{ key: 'somebody', max: 5 }];
const PENDING = { purpose: 'register', pending: {}, binding: 'browser', client: null } as const;

/** How each comes to be, and how long after that its time of being kept begins. */
const ROWS: Record<KeptTable, { readonly make: () => Promise<unknown>; readonly livesMs?: number }> = {
  ads: { make: () => world.anOldAd(0) },
  notifications: {
    make: async () => {
      const row = { kind: 'system', subjectId: 1, userId: (await user()).id, textKey: 'x', values: {} } as const;
      await world.core.outbox.enqueueText(world.core.orm.em, row);
    },
    // Nobody sends it in this world, so it ends when it is no longer worth sending.
    livesMs: DAY_MS,
  },
  ingestion_runs: {
    make: () => world.core.ingestion.importPages('m', 'import', pagesOf([aListedAd('a')]), { baseline: true }),
  },
  admin_audit: {
    make: () => world.core.auditLog.record(world.core.orm.em, { by: OPERATOR, action: 'login', targetUserId: null }),
  },
  processed_updates: { make: () => world.core.processedUpdates.mark(7) },
  sessions: {
    make: async () => world.core.sessions.open((await user()).id, 'telegram', { previousToken: null, client: null }),
    livesMs: 7 * DAY_MS,
  },
  login_links: { make: () => world.core.loginLinks.begin('browser', null), livesMs: 5 * MINUTE_MS },
  verifications: { make: () => world.core.verifications.begin(PENDING), livesMs: 10 * MINUTE_MS },
  deleted_accounts: { make: async () => world.core.accountDeletion.deleteAccount((await user()).id) },
  guess_limits: {
    make: () => new GuessLimiter({ em: world.core.orm.em, clock: world.clock, isOn: true }).spend(GUESS),
  },
  conversation_states: {
    make: async () => {
      const chatId = (await user()).telegramId;
      await world.core.processedUpdates.mark(8, { chatId, state: { at: 'the beginning' } });
    },
  },
};

describe('each row is kept for its time', () => {
  it.each(Object.keys(ROWS) as KeptTable[])('%s', async (table) => {
    const { make, livesMs = 0 } = ROWS[table];
    await world.core.run(make);
    const before = world.core.retention.deleted.get(table) ?? 0;
    world.clock.advance(livesMs + KEPT_FOR_MS[table] - 1);
    await world.sweep();
    expect(await world.count(table)).toBe(1);
    world.clock.advance(1);
    await world.sweep();
    expect(await world.count(table)).toBe(0);
    expect(world.core.retention.deleted.get(table)).toBe(before + 1);
  });

  it('a session that is used, until its thirty days are over', async () => {
    const { id } = await user();
    const visitor = { previousToken: null, client: null };
    const token = await world.core.run(() => world.core.sessions.open(id, 'telegram', visitor));
    for (let day = 6; day < 30; day += 6) {
      world.clock.advance(6 * DAY_MS);
      await world.sweep();
      expect(await world.core.run(() => world.core.sessions.find(token))).toMatchObject({ id });
    }
    world.clock.advance(SESSION_MAX_AGE_S * 1000 - 24 * DAY_MS);
    await world.sweep();
    expect(await world.count('sessions')).toBe(0);
  });

  it('every table has a rule, or goes with a user or an ad, or stays small', async () => {
    const withUser = ['users', 'recipients', 'filters', 'hidden_ads', 'plan_requests', 'feedback'];
    const withAd = ['ad_prices', 'ad_events'];
    // Problem reports are deleted by an administrator, the change log by its readers.
    const otherwise = [
      'problems',
      'filter_changes',
      'sources',
      'alarms',
      'matcher_state',
      'market_state',
      'sender_state',
    ];
    const stored = await world.sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const tables = stored.map(({ name }) => name).filter((name) => name !== 'mikro_orm_migrations');
    expect([...Object.keys(KEPT_FOR_MS), ...withUser, ...withAd, ...otherwise].sort()).toEqual(tables.sort());
  });
});

describe('an ad goes with what hangs on it', () => {
  it('prices, events, hidden marks and alerts; those of an ad that stands are older and stay', async () => {
    const { id: userId } = await user();
    const [old, standing] = [await world.anOldAd(OLD_MS), await world.anOldAd(OLD_MS)];
    await world.sql('update ads set last_seen_at = ? where id = ?', [world.clock.now(), standing.id]);
    for (const ad of [old, standing]) {
      await world.anAlert(ad, userId);
      await world.core.run(() => world.core.hiddenAds.hide(userId, ad.id));
      await world.sql('insert into ad_prices (ad_id, seen_at, price) values (?, ?, 9000)', [ad.id, world.ago(OLD_MS)]);
    }
    await world.sql('update notifications set sent_at = ?, expires_at = ?', [world.ago(OLD_MS), world.ago(OLD_MS)]);
    await world.sweep();
    for (const table of ['ad_prices', 'ad_events', 'hidden_ads', 'notifications'])
      expect(await world.sql(`select ad_id from ${table}`)).toEqual([{ ad_id: String(standing.id) }]);
    expect(await world.sql('select id from ads')).toEqual([{ id: String(standing.id) }]);
  });

  it.each(['first_seen_at', 'posted_at', 'renewed_at'])('but not while its %s is younger', async (column) => {
    const { id } = await world.anOldAd(OLD_MS);
    await world.sql(`update ads set ${column} = ? where id = ?`, [world.ago(KEPT_FOR_MS.ads - 1), id]);
    await world.sweep();
    expect(await world.count('ads')).toBe(1);
  });

  it('and has said its title and shown its photo no longer than it stood', async () => {
    const { id } = await world.anOldAd(0);
    await world.sql("update ads set title = 'BMW', photo = 'https://m.test/1.jpg' where id = ?", [id]);
    await world.core.run(() => world.core.ads.settleMissing(id, 'gone'));
    expect(await world.sql('select title, photo from ads')).toEqual([{ title: null, photo: null }]);
  });
});

describe('what users are told of it', () => {
  const texts = createI18n(loadResources());
  const days = (table: KeptTable) => KEPT_FOR_MS[table] / DAY_MS;
  const hours = (table: KeptTable) => KEPT_FOR_MS[table] / (60 * MINUTE_MS);
  const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);

  it.each(LOCALES)('are the lengths of the rules, in %s', (lng) => {
    const t = texts.getFixedT(lng, ['bot', 'pages']);
    const bot = numbersIn(t('privacy.text', { ns: 'bot' }));
    const years = days('admin_audit') / 365;
    const told = [days('ads'), days('notifications'), hours('deleted_accounts'), hours('conversation_states'), years];
    expect(bot).toEqual(expect.arrayContaining(told));
    const page = (point: 'ads' | 'sessions' | 'begun' | 'deleted' | 'audit') =>
      numbersIn(t(`privacy.howLong.${point}`, { ns: 'pages' }));
    expect(page('ads')).toEqual([days('ads'), days('notifications')]);
    expect(page('sessions')).toContain(SESSION_MAX_AGE_S / 86_400);
    const [link, change] = [ROWS.login_links.livesMs ?? 0, ROWS.verifications.livesMs ?? 0].map((ms) => ms / MINUTE_MS);
    const guesses = KEPT_FOR_MS.guess_limits / MINUTE_MS;
    expect(page('begun')).toEqual([link, change, guesses, hours('conversation_states')]);
    expect(page('deleted')).toEqual([hours('deleted_accounts')]);
    expect(page('audit')).toEqual([years]);
  });
});
