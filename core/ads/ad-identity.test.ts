import { describe, expect, it } from 'vitest';
import { golf } from '#tests/support/seen-golf.ts';
import { canonicalUrlKey, completeFingerprint, decide, fingerprint, isSameCar } from './ad-identity.ts';
import type { KnownAd } from './seen-ad.ts';

describe('the address of an ad', () => {
  it('is one for all hosts, languages and schemes of a site', () => {
    const keys = [
      'https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html',
      'https://ss.com/msg/ru/transport/cars/bmw/320/abcde.html?utm=1#top',
      'http://m.SS.com/msg/lv/transport/cars/bmw/320/abcde.html',
    ].map(canonicalUrlKey);
    expect(new Set(keys)).toEqual(new Set(['ss.lv/msg/transport/cars/bmw/320/abcde.html']));
  });

  it('keeps the query where only the query names the ad', () => {
    expect(canonicalUrlKey('https://cars.example/ad?id=1')).not.toBe(canonicalUrlKey('https://cars.example/ad?id=2'));
  });

  it.each([
    ['https://cars.m.example/1.html', 'https://cars.example/1.html'],
    ['https://boss.com/1.html', 'https://boss.lv/1.html'],
    ['https://ss.com.example/1.html', 'https://ss.lv.example/1.html'],
    ['https://ss.lv/old/msg/lv/1.html', 'https://ss.lv/old/msg/ru/1.html'],
  ])('tells %s from %s', (one, other) => {
    expect(canonicalUrlKey(one)).not.toBe(canonicalUrlKey(other));
  });
});

describe('the fingerprint', () => {
  it('does not ask for the title, the price or the mileage', () => {
    expect(fingerprint({ ...golf, price: 1, mileage: 2 })).toBe(fingerprint(golf));
  });

  it('tells cars apart by a tenth of a litre', () => {
    const litres = (volume: number) => fingerprint({ ...golf, volume });
    expect(isSameCar(litres(1.9), litres(2))).toBe(false);
    expect(isSameCar(litres(0.3), litres(0.1 + 0.2))).toBe(true);
  });

  it('takes an unknown part for any, and a differing one for another car', () => {
    const half = fingerprint({ ...golf, engine: null, volume: null });
    expect(isSameCar(half, fingerprint(golf))).toBe(true);
    expect(isSameCar(fingerprint(golf), half)).toBe(true);
    expect(isSameCar(fingerprint({ ...golf, year: 2003 }), half)).toBe(false);
    expect(completeFingerprint(half, fingerprint(golf))).toBe(fingerprint(golf));
  });
});

describe('which ad a seen one is', () => {
  const known: KnownAd = {
    ...golf,
    id: 1,
    urlKey: canonicalUrlKey(golf.url),
    fingerprint: fingerprint(golf),
    ...{ detailsDone: false, newHeld: false, gone: false, superseded: false },
    lastSeenAt: new Date('2026-11-20T12:00:00Z'),
  };
  const elsewhere = { externalId: '52000000', urlKey: 'ss.lv/msg/elsewhere.html' };
  const byRow: KnownAd = { ...known, id: 1, urlKey: elsewhere.urlKey };
  const byAddress: KnownAd = { ...known, id: 2, externalId: elsewhere.externalId };
  const superseded = (ad: KnownAd) => ({ ...ad, superseded: true });
  const bothWays = (one: KnownAd, other: KnownAd) =>
    [
      [one, other],
      [other, one],
    ].map((candidates) => decide(candidates, golf, 'list'));

  it('is the one with its row id, rather than the one with its address, which is no longer on offer', () => {
    for (const decision of bothWays(byRow, byAddress))
      expect(decision).toMatchObject({ kind: 'update', known: { id: 1 }, supersedes: [{ id: 2 }] });
  });

  it('is a living one rather than a superseded one, which gives up the row id', () => {
    for (const decision of bothWays(superseded(byRow), byAddress))
      expect(decision).toMatchObject({ kind: 'update', known: { id: 2 }, supersedes: [{ id: 1 }] });
  });

  it('is the latest of superseded ones, and the others stay as they are', () => {
    const candidates = [3, 4].map((id) => superseded({ ...byAddress, id, externalId: `52000000~${id}` }));
    expect(decide(candidates, golf, 'list')).toMatchObject({ kind: 'update', known: { id: 4 }, supersedes: [] });
  });

  it('is none of another kind, whose row id and address it takes', () => {
    const others = [byRow, byAddress].map((ad) => ({ ...ad, fingerprint: fingerprint({ ...golf, year: 2010 }) }));
    expect(decide(others, golf, 'list')).toEqual({ kind: 'insert', supersedes: others });
  });

  it('is changed when it is back, though it looks as before', () => {
    for (const back of [
      { gone: false, superseded: false },
      { gone: true, superseded: false },
      { gone: false, superseded: true },
    ])
      expect(decide([{ ...known, ...back }], golf, 'list')).toMatchObject({
        changed: back.gone || back.superseded,
        after: { gone: false, superseded: false },
      });
  });

  it('keeps its address in the language it was first seen in, until it moves', () => {
    const seenAt = (url: string) => decide([known], { ...golf, url }, 'list');
    expect(seenAt(golf.url.replace('/lv/', '/ru/'))).toMatchObject({ after: { url: golf.url } });
    expect(seenAt('https://ss.lv/msg/lv/moved.html')).toMatchObject({
      after: { url: 'https://ss.lv/msg/lv/moved.html', urlKey: 'ss.lv/msg/moved.html' },
    });
  });
});
