import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdMap } from './id-map.ts';

describe('IdMap', () => {
  it('gives each id a slot of its own and the slots of removed ids again', () => {
    const map = new IdMap();
    expect(map.slotOf(7)).toBe(-1);
    expect(map.remove(7)).toBe(-1);
    expect([map.add(7), map.add(0), map.add(7), map.add(2 ** 53 - 1)]).toEqual([0, 1, 0, 2]);
    expect(map.remove(0)).toBe(1);
    expect(map.slotOf(0)).toBe(-1);
    expect(map.add(5)).toBe(1);
    expect([map.size, map.slots]).toEqual([3, 3]);
  });

  it('tells ids apart that differ beyond 32 bits only', () => {
    const map = new IdMap();
    const ids = Array.from({ length: 1000 }, (_, n) => n * 2 ** 32);
    for (const id of ids) map.add(id);
    expect(new Set(ids.map((id) => map.slotOf(id))).size).toBe(1000);
  });

  it('does what a map would after any sequence of changes', () => {
    const id = fc.oneof(fc.nat(40), fc.constantFrom(2 ** 32, 2 ** 32 + 1, 2 ** 40, 2 ** 53 - 1));
    const change = fc.record({ id, remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const map = new IdMap();
        const known = new Map<number, number>();
        let most = 0;
        for (const { id, remove } of changes) {
          if (remove) {
            expect(map.remove(id)).toBe(known.get(id) ?? -1);
            known.delete(id);
          } else {
            const slot = map.add(id);
            expect(slot).toBe(known.get(id) ?? slot);
            known.set(id, slot);
          }
          most = Math.max(most, known.size);
        }
        for (const [id, slot] of known) expect(map.slotOf(id)).toBe(slot);
        expect(new Set(known.values()).size).toBe(known.size);
        expect(map.size).toBe(known.size);
        expect(map.slots).toBe(most);
      }),
    );
  });

  it('stays right and as large as needed over years of coming and going', () => {
    const map = new IdMap();
    const many = 5_000;
    const ids = Array.from({ length: 10 * many }, (_, id) => id);
    const lost = ids.filter((id) => {
      map.add(id);
      return id >= many && map.remove(id - many) === -1;
    });
    expect(lost).toEqual([]);
    expect([map.size, map.slots]).toEqual([many, many + 1]);
    expect(ids.filter((id) => map.slotOf(id) !== -1)).toEqual(ids.slice(-many));
  });
});
