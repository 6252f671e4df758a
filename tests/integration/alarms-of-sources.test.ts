import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '#core/context.ts';
import { SourceError } from '#core/ingestion/ad-source.ts';
import type { User } from '#core/users/user.entity.ts';
import { type AlarmWorld, openAlarmWorld } from '../support/alarm-world.ts';
import { aListedAd } from '../support/fake-source.ts';
import { createTestApp } from '../support/test-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(() => {
  world.emulator.clearFaults();
  expect(world.emulator.violations()).toEqual([]);
});

describe('a fresh install', () => {
  it('without a source and a user is no trouble, ever', async () => {
    const fresh = await createTestApp();
    fresh.clock.advance(48 * HOUR_MS);
    const own = { sends: true, isRefused: false, adPagesUnreadableSince: null };
    expect(await fresh.core.run(() => fresh.core.alarms.troubles(own))).toEqual([]);
    await fresh.close();
  });
});

describe('a source that is silent', () => {
  it('is told after a quarter of an hour, to each administrator in their language, and to nobody else', async () => {
    const languages = ['lv', 'en', 'ru'] as const;
    const admins: User[] = [];
    for (const language of languages) admins.push(await world.someone('admin', { language }));
    const anna = await world.someone('advanced');
    await world.read();
    await world.pass(15);
    await world.send();
    expect(admins.flatMap(world.headlines)).toEqual([]);
    world.clock.advance(1);
    await world.watch();
    await world.send();
    expect(admins.map(world.headlines)).toEqual([
      ['Avots ss-lv nav nolasīts kopš 20. nov. 14:00. Jauni sludinājumi nepienāk, un neviens par tiem neuzzina.'],
      ['The source ss-lv has not been read since 20 Nov, 14:00. New ads do not come in, and nobody hears of them.'],
      ['Источник ss-lv не читается с 20 нояб., 14:00. Новые объявления не поступают, и никто о них не узнаёт.'],
    ]);
    expect(world.headlines(anna)).toEqual([]);
    await world.read();
    expect(await world.troubles()).toEqual([]);
  });

  it('is asked anew before it is judged when it was just switched on, however long ago it was read', async () => {
    await world.read();
    world.clock.advance(48 * HOUR_MS);
    world.core.alarms.begin();
    world.clock.advance(2 * MINUTE_MS);
    expect(await world.troubles()).toEqual([]);
    world.clock.advance(1);
    expect(await world.troubles()).toEqual(['source.silent']);
  });

  it('is told also while the service starts anew all the time', async () => {
    const admin = await world.someone('admin');
    await world.read();
    for (let start = 0; start < 4; start += 1) {
      world.core.alarms.begin();
      world.clock.advance(4 * MINUTE_MS);
      await world.watch();
    }
    await world.send();
    expect(world.headlines(admin)).toEqual([expect.stringMatching(/^Avots ss-lv nav nolasīts kopš 20. nov. 14:00/)]);
  });

  it('is told once an hour, over all processes and restarts', async () => {
    const admin = await world.someone('admin');
    const others: Core[] = [];
    for (let count = 0; count < 3; count += 1) others.push(await world.anotherProcess());
    world.clock.advance(16 * MINUTE_MS);
    await Promise.all([world.core, ...others, world.core, ...others].map((by) => world.watch(by)));
    await world.send();
    expect(world.headlines(admin)).toHaveLength(1);
    world.clock.set('2026-11-20T13:15:59.999Z');
    await Promise.all(others.map((by) => world.watch(by)));
    expect(await world.alarmRows()).toHaveLength(1);
    world.clock.advance(1);
    await Promise.all(others.map((by) => world.watch(by)));
    await world.send();
    expect(world.headlines(admin)).toHaveLength(2);
    for (const other of others) await other.close();
  });

  it('is told also after the clock was set back by a day', async () => {
    const admin = await world.someone('admin');
    world.clock.advance(16 * MINUTE_MS);
    await world.watch();
    await world.send();
    await world.sql("update alarms set last_sent_at = last_sent_at + interval '1 day'");
    await world.watch();
    await world.send();
    expect(world.headlines(admin)).toHaveLength(2);
  });
});

describe('a source whose pages cannot be read', () => {
  beforeEach(async () => {
    await world.read();
    world.clock.advance(3 * MINUTE_MS);
    Object.assign(world.source(), { badRows: 3, ads: [] });
  });

  it('is told with the first page on which there are rows and no ad', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    await expect(world.read()).rejects.toThrow('none of 3 rows could be read');
    await world.watch();
    await world.send();
    expect(world.headlines(admin)).toEqual([
      'Pages of the source ss-lv still come, but since 20 Nov, 14:03 not a single ad on them can be read. The site has changed its pages or asks visitors to prove that they are human.',
    ]);
  });

  it('is over with the first page that can be read, also one that holds nothing new', async () => {
    await expect(world.read()).rejects.toThrow();
    expect(await world.troubles()).toEqual(['source.layout']);
    world.clock.advance(MINUTE_MS);
    Object.assign(world.source(), { badRows: 0, notModified: true });
    await world.read();
    expect(await world.troubles()).toEqual([]);
  });

  it('is not judged by what it was before it was switched on again', async () => {
    await expect(world.read()).rejects.toThrow();
    world.clock.advance(48 * HOUR_MS);
    world.core.alarms.begin();
    expect(await world.troubles()).toEqual([]);
  });
});

describe('ads whose own pages cannot be read', () => {
  it('are told when it is several in a row, until one can be read', async () => {
    await world.read();
    world.clock.advance(1000);
    const source = world.source();
    const names = ['a', 'b', 'c'];
    source.ads = names.map((name) => aListedAd(name));
    for (const name of names) source.adPages.set(name, new SourceError('layout', 'not an ad'));
    await world.read();
    const read = () => new Set(source.adsRead).size;
    while (read() < names.length) {
      expect(await world.troubles()).toEqual([]);
      world.clock.advance(5 * MINUTE_MS);
      await world.read();
      await world.readAdPage();
    }
    expect(await world.troubles()).toEqual(['source.layout']);
    expect((await world.ready({ leads: false })).reasons).toEqual([]);
    source.ads = [aListedAd('d'), ...source.ads];
    await world.read();
    world.clock.advance(5 * MINUTE_MS);
    await world.readAdPage();
    expect(await world.troubles()).toEqual([]);
  });
});
