import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAlert, type EarlierAlert, type Occasion } from './alert-decision.ts';

const told = (price: number | null, given: Partial<EarlierAlert> = {}): EarlierAlert => ({
  subjectId: 1,
  waiting: false,
  payload: { occasion: 'new', price, oldPrice: null },
  ...given,
});
const drop = (oldPrice: number, price: number): Occasion => ({ kind: 'price_drop', price, oldPrice });
const both = { filterIds: [1, 2], newFilterIds: [2] };

describe('a user who was not told of the ad', () => {
  it('is told of a new ad, and when its details come', () => {
    for (const kind of ['new', 'details_completed'] as const)
      expect(decideAlert({ kind, price: 5000, oldPrice: null }, both, [])).toEqual({
        act: 'alert',
        filterIds: [1, 2],
        payload: { occasion: 'new', price: 5000, oldPrice: null },
      });
  });

  it('is told of a fall, as of a new ad, by the filters that did not match before', () => {
    expect(decideAlert(drop(6000, 5000), both, [])).toEqual({
      act: 'alert',
      filterIds: [2],
      payload: { occasion: 'new', price: 5000, oldPrice: null },
    });
    expect(decideAlert(drop(6000, 5000), { filterIds: [1], newFilterIds: [] }, [])).toEqual({ act: 'nothing' });
  });
});

describe('a user who was told of the ad', () => {
  it('hears of a fall of 3 %, not of less', () => {
    expect(decideAlert(drop(10_000, 9701), both, [told(10_000)])).toEqual({ act: 'nothing' });
    expect(decideAlert(drop(10_000, 9700), both, [told(10_000)])).toEqual({
      act: 'alert',
      filterIds: [1, 2],
      payload: { occasion: 'price_drop', price: 9700, oldPrice: 10_000 },
    });
  });

  it('is measured by the lowest price told, not by the price before', () => {
    expect(decideAlert(drop(9500, 9000), both, [told(9200), told(10_000)])).toEqual({ act: 'nothing' });
    expect(decideAlert(drop(9850, 9700), both, [told(10_000)])).toMatchObject({ payload: { oldPrice: 10_000 } });
  });

  it('is measured by the price before when no price was told', () => {
    expect(decideAlert(drop(10_000, 9000), both, [told(null)])).toMatchObject({ payload: { oldPrice: 10_000 } });
  });

  it.each([
    [10_000, null],
    [null, 0],
    [null, null],
  ])('hears nothing of a fall from %j to %j', (oldPrice, price) => {
    expect(decideAlert({ kind: 'price_drop', price, oldPrice }, both, [told(null)])).toEqual({ act: 'nothing' });
  });

  it('hears nothing more when the details come', () => {
    expect(decideAlert({ kind: 'details_completed', price: 1, oldPrice: null }, both, [told(10_000)])).toEqual({
      act: 'nothing',
    });
  });
});

describe('an alert that still waits', () => {
  it('takes over the newer price, however small the fall, and keeps its occasion', () => {
    expect(decideAlert(drop(10_000, 9999), both, [told(10_000, { waiting: true, subjectId: 7 })])).toEqual({
      act: 'absorb',
      subjectId: 7,
      filterIds: [1, 2],
      payload: { occasion: 'new', price: 9999, oldPrice: null },
    });
  });

  it('of a fall keeps the price the fall is told from', () => {
    const payload = { occasion: 'price_drop', price: 9000, oldPrice: 10_000 } as const;
    const earlier = [told(10_000), told(9000, { waiting: true, subjectId: 8, payload })];
    expect(decideAlert(drop(9000, 8000), both, earlier)).toMatchObject({
      act: 'absorb',
      payload: { price: 8000, oldPrice: 10_000 },
    });
    expect(decideAlert(drop(12_000, 11_000), both, earlier)).toMatchObject({ payload });
    expect(decideAlert(drop(12_000, 10_000), both, earlier)).toMatchObject({ payload });
  });

  it('is the latest, where several do', () => {
    const earlier = [told(10_000, { waiting: true, subjectId: 7 }), told(9000, { waiting: true, subjectId: 8 })];
    for (const alerts of [earlier, earlier.toReversed()])
      expect(decideAlert(drop(9000, 8000), both, alerts)).toMatchObject({ act: 'absorb', subjectId: 8 });
  });

  it('names the filters that match since the details came', () => {
    const decision = decideAlert({ kind: 'details_completed', price: 1, oldPrice: null }, both, [
      told(10_000, { waiting: true }),
    ]);
    expect(decision).toMatchObject({ act: 'absorb', filterIds: [1, 2], payload: { price: 10_000 } });
  });
});

it('never tells a fall that is none', () => {
  const price = fc.integer({ min: 1, max: 20_000 });
  const alerts = fc.array(
    fc.record({
      subjectId: fc.nat(),
      waiting: fc.boolean(),
      payload: fc.record({ price, oldPrice: fc.constant(null) }),
    }),
  );
  fc.assert(
    fc.property(price, price, alerts, (oldPrice, fall, earlier) => {
      const before = earlier.map((alert) => ({ ...alert, payload: { ...alert.payload, occasion: 'new' as const } }));
      const decision = decideAlert(drop(oldPrice, Math.max(0, oldPrice - fall)), both, before);
      if (decision.act !== 'alert' || decision.payload.occasion !== 'price_drop') return;
      expect(decision.payload.price).toBeLessThan(decision.payload.oldPrice ?? 0);
    }),
  );
});
