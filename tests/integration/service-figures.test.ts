import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import type { Role } from '#core/contracts/user.ts';
import { SourceError } from '#core/ingestion/ad-source.ts';
import { anAd } from '../support/ad-builders.ts';
import { aFilter, aUser } from '../support/builders.ts';
import { aListedAd, FakeSource } from '../support/fake-source.ts';
import { createTestApp } from '../support/test-app.ts';

/** Twenty to three in the afternoon of Riga, where the day began at 22:00 UTC. */
const NOW = '2026-11-20T12:40:00Z';
const YESTERDAY = '2026-11-19T21:59:59Z';
const TODAY = '2026-11-19T22:00:00Z';
const MINUTE_MS = 60_000;
const NOT_READ = { lastReadAt: null, lastSweepAt: null, lastSweepMinutes: null };
const NOTHING_TODAY = { failuresToday: 0, rowsToday: 0, badRowsToday: 0 };

const world = await createTestApp({ env: { SOURCE: 'ss-lv', SOURCE_URL: 'http://localhost:1' } });
const { core, clock } = world;
const { orm } = core;
afterAll(() => world.close());
beforeEach(async () => {
  await sql('truncate users, ads, notifications, sources, ingestion_runs, problems, feedback, plan_requests cascade');
  clock.set(NOW);
});

const sql = (statement: string, params: unknown[] = []) => orm.em.fork().execute(statement, params);
const figures = () => core.run(() => core.figures.now());
const sourceFigures = async () => (await figures()).sources;

async function aUserSince(createdAt: string, role: Role = 'basic') {
  const user = await aUser(orm, { role });
  await sql('update users set created_at = ? where id = ?', [createdAt, user.id]);
  return user;
}

const WHOLE = Number.POSITIVE_INFINITY;

/** A market that breaks down in the middle of its list. */
class FragileSource extends FakeSource {
  brokenFrom = WHOLE;
  override async fetchList(cursor: string | null) {
    if (Number(cursor ?? 0) >= this.brokenFrom) throw new SourceError('unavailable', 'no answer');
    return super.fetchList(cursor);
  }
}

let lastSubject = 0;

async function aRow(userId: number, given: Record<string, unknown> = {}): Promise<void> {
  lastSubject += 1;
  const row = {
    ...{ kind: 'ad', subject_id: lastSubject, user_id: userId, ad_id: 1, status: 'sent', due_at: TODAY },
    ...{ expires_at: '2026-12-01T00:00:00Z', payload: { occasion: 'new', price: 1, oldPrice: null }, ...given },
  };
  await sql('insert into notifications select * from jsonb_populate_record(null::notifications, ?::jsonb)', [
    JSON.stringify({ ...row, attempts: 0, filter_ids: [], created_at: TODAY }),
  ]);
}

async function aRun(given: Record<string, unknown>): Promise<void> {
  await sql(
    `insert into ingestion_runs (source, kind, started_at, finished_at, counts)
     select source, kind, started_at, finished_at, counts from jsonb_populate_record(null::ingestion_runs, ?::jsonb)`,
    [JSON.stringify({ source: 'ss-lv', kind: 'incremental', finished_at: NOW, counts: {}, ...given })],
  );
}

it('is all zeros where nothing has happened', async () => {
  const { byHour, ...alerts } = (await figures()).alerts;
  expect(alerts).toEqual({ sent: 0, priceDrops: 0 });
  expect(byHour).toEqual(
    Array.from({ length: 15 }, (_, hour) => ({
      from: new Date(Date.parse(TODAY) + hour * 3_600_000).toISOString(),
      sent: 0,
    })),
  );
  expect({ ...(await figures()), alerts: null } satisfies Record<keyof FiguresResponse, unknown>).toEqual({
    at: '2026-11-20T12:40:00.000Z',
    users: { total: 0, today: 0, byRole: { user: 0, basic: 0, advanced: 0, admin: 0 } },
    filters: { active: 0, total: 0 },
    ads: { new: 0, renewed: 0 },
    alerts: null,
    outbox: { waiting: 0, oldestWaitingSeconds: null, dead: 0 },
    sources: [{ id: 'ss-lv', state: 'silent', ...NOT_READ, ...NOTHING_TODAY }],
    problems: 0,
    planRequests: 0,
    feedback: 0,
  });
});

it('counts users, their filters, what they wrote and what they asked for', async () => {
  const anna = await aUserSince(YESTERDAY, 'admin');
  await aUserSince(TODAY, 'user');
  await aUserSince(NOW, 'user');
  for (const active of [true, true, false]) await aFilter(orm, anna.id, { active });
  await sql(
    "insert into problems (user_id, first_name, text, text_key) values (?, 'Anna', 'a', 'a'), (null, '', 'b', 'b')",
    [anna.id],
  );
  await sql("insert into plan_requests (user_id, plan, state) values (?, 'basic', 'open'), (?, 'basic', 'declined')", [
    anna.id,
    anna.id,
  ]);
  await sql("insert into feedback (user_id, rating, email, comment) values (?, 5, '', '')", [anna.id]);
  expect(await figures()).toMatchObject({
    users: { total: 3, today: 2, byRole: { user: 2, basic: 0, advanced: 0, admin: 1 } },
    filters: { active: 2, total: 3 },
    ads: { new: 0, renewed: 0 },
    problems: 2,
    planRequests: 1,
    feedback: 1,
  });
});

it('counts the ads that were new or renewed today, also those that are gone or gave their place to others', async () => {
  for (const [seen, renewed, gone, superseded] of [
    [YESTERDAY, null, null, null],
    [YESTERDAY, YESTERDAY, null, null],
    [YESTERDAY, TODAY, null, null],
    [TODAY, null, null, null],
    [TODAY, NOW, NOW, null],
    [NOW, null, null, NOW],
  ]) {
    const columns = [seen, renewed, gone, superseded, await anAd(orm)];
    await sql('update ads set first_seen_at = ?, renewed_at = ?, gone_at = ?, superseded_at = ? where id = ?', columns);
  }
  expect((await figures()).ads).toEqual({ new: 3, renewed: 2 });
});

describe('alerts', () => {
  it('are counted by the hour they were sent in; direct messages are none', async () => {
    const { id } = await aUser(orm);
    const drop = { payload: { occasion: 'price_drop', price: 1, oldPrice: 2 } };
    await aRow(id, { sent_at: YESTERDAY });
    await aRow(id, { sent_at: TODAY });
    await aRow(id, { sent_at: '2026-11-20T12:00:00Z', ...drop });
    await aRow(id, { sent_at: NOW });
    await aRow(id, { sent_at: NOW, kind: 'role', ad_id: null });
    await aRow(id, { status: 'pending' });
    const { sent, priceDrops, byHour } = (await figures()).alerts;
    expect({ sent, priceDrops }).toEqual({ sent: 3, priceDrops: 1 });
    expect(byHour.map((hour) => hour.sent)).toEqual([1, ...Array(13).fill(0), 2]);
  });

  it.each([
    ['2026-03-29T20:30:00Z', '2026-03-28T22:00:00.000Z', 23],
    ['2026-10-25T21:30:00Z', '2026-10-24T21:00:00.000Z', 25],
  ])('stand in their hours on a day of a change of clock (%s)', async (now, midnight, hours) => {
    clock.set(now);
    const { id } = await aUser(orm);
    for (let hour = -1; hour < hours; hour++)
      await aRow(id, { sent_at: new Date(Date.parse(midnight) + hour * 3_600_000) });
    const { sent, byHour } = (await figures()).alerts;
    expect(sent).toBe(hours);
    expect(byHour[0]?.from).toBe(midnight);
    expect(byHour.map((hour) => hour.sent)).toEqual(Array(hours).fill(1));
  });
});

it('counts as waiting what could go out now, and what was given up', async () => {
  const [anna, bruno, cecilia] = [await aUser(orm), await aUser(orm), await aUser(orm)];
  await sql('update recipients set reachable = false where user_id = ?', [bruno.id]);
  await sql("update recipients set next_send_at = '2026-11-20T12:40:01Z' where user_id = ?", [cecilia.id]);
  for (const { id } of [anna, bruno, cecilia]) await aRow(id, { status: 'pending', due_at: '2026-11-20T12:39:00Z' });
  await aRow(anna.id, { status: 'pending', due_at: '2026-11-20T12:38:30Z', kind: 'role', ad_id: null });
  await aRow(anna.id, { status: 'pending', due_at: '2026-11-20T13:00:00Z' });
  await aRow(anna.id, { status: 'dead' });
  expect((await figures()).outbox).toEqual({ waiting: 2, oldestWaitingSeconds: 90, dead: 1 });
});

describe('sources', () => {
  it('are all that were ever read; a sweep counts on the day it began', async () => {
    await sql("insert into sources (id, last_success_at) values ('ndjson', ?), ('ss-lv', ?)", [YESTERDAY, NOW]);
    await aRun({
      started_at: YESTERDAY,
      kind: 'sweep',
      finished_at: TODAY,
      counts: { rows: 900, badRows: 9, failures: 9 },
    });
    await aRun({ started_at: TODAY, counts: { rows: 30, badRows: 1 } });
    await aRun({ started_at: NOW, counts: { rows: 20, badRows: 2, failures: 3 } });
    await aRun({ started_at: NOW, kind: 'sweep', finished_at: null, counts: { rows: 5, badRows: 0 } });
    await aRun({ started_at: NOW, kind: 'import', source: 'ndjson', counts: { rows: 7, badRows: 0 } });
    expect(await sourceFigures()).toEqual([
      {
        ...NOT_READ,
        ...NOTHING_TODAY,
        id: 'ndjson',
        state: 'off',
        lastReadAt: '2026-11-19T21:59:59.000Z',
        rowsToday: 7,
      },
      {
        id: 'ss-lv',
        state: 'healthy',
        lastReadAt: '2026-11-20T12:40:00.000Z',
        lastSweepAt: '2026-11-19T22:00:00.000Z',
        lastSweepMinutes: 0,
        failuresToday: 3,
        rowsToday: 55,
        badRowsToday: 3,
      },
    ]);
  });

  it('tell how long the last whole sweep took', async () => {
    await aRun({ started_at: '2026-11-19T09:00:00Z', kind: 'sweep', finished_at: '2026-11-19T09:20:00Z' });
    await aRun({ started_at: '2026-11-20T09:00:00Z', kind: 'sweep', finished_at: '2026-11-20T09:41:40Z' });
    await aRun({ started_at: '2026-11-20T12:00:00Z', kind: 'sweep', finished_at: null });
    expect(await sourceFigures()).toMatchObject([{ lastSweepAt: '2026-11-20T09:41:40.000Z', lastSweepMinutes: 42 }]);
  });

  it('fail and recover as they are read', async () => {
    const source = new FragileSource('ss-lv');
    source.pageSize = 2;
    const offer = (...names: string[]) => {
      source.ads = [...names.map((name) => aListedAd(name)), ...source.ads];
    };
    /** What a poll leaves behind when the market answers up to this ad only. */
    const stateAfterPoll = async (brokenFrom: number) => {
      clock.advance(MINUTE_MS);
      source.brokenFrom = brokenFrom;
      const poll = core.run(() => core.ingestion.ingestOnce(source, new AbortController().signal));
      if (brokenFrom === WHOLE) await poll;
      else await expect(poll).rejects.toThrow('no answer');
      return (await sourceFigures())[0]?.state;
    };

    offer('a', 'b', 'c', 'd', 'e');
    expect(await stateAfterPoll(0)).toBe('silent');
    expect(await stateAfterPoll(WHOLE)).toBe('healthy');

    expect(await stateAfterPoll(0)).toBe('failing');
    expect(await stateAfterPoll(0)).toBe('failing');
    expect(await stateAfterPoll(WHOLE)).toBe('healthy');

    // A pass over the newest pages that is cut short, and one that gets to its end.
    offer('f', 'g', 'h');
    expect(await stateAfterPoll(2)).toBe('failing');
    source.ads = source.ads.filter(({ externalId }) => externalId !== 'h');
    expect(await stateAfterPoll(WHOLE)).toBe('healthy');

    // A sweep that comes no further, while the newest pages are read.
    clock.advance(24 * 60 * MINUTE_MS);
    expect(await stateAfterPoll(2)).toBe('failing');
    expect(await stateAfterPoll(2)).toBe('failing');
    expect(await stateAfterPoll(WHOLE)).toBe('healthy');
    expect(await sourceFigures()).toMatchObject([{ failuresToday: 2, lastSweepMinutes: 2 }]);
  });
});
