import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FilterOwners, NOBODY } from './filter-owners.ts';

const id = fc.nat(30);
const revision = fc.nat(6);
const change = fc.oneof(
  fc.record({ filter: id, owner: fc.record({ userId: id, activatedRevision: fc.option(revision) }) }),
  fc.record({ filter: id, owner: fc.constant(null) }),
);

it('knows the owners that a map would know, from the revision on at which their filters were switched on', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), revision, (changes, released) => {
      const owners = new FilterOwners();
      const known = new Map<number, { userId: number; activatedRevision: number | null }>();
      for (const { filter, owner } of changes) {
        if (owner) known.set(filter, owner);
        else known.delete(filter);
        if (owner) owners.set(filter, owner);
        else owners.remove(filter);
      }
      expect(owners.size).toBe(known.size);
      for (let filter = 0; filter <= 30; filter++) {
        const owner = known.get(filter);
        const counts = owner?.activatedRevision != null && owner.activatedRevision <= released;
        expect(owners.ownerAt(filter, released)).toBe(counts ? owner.userId : NOBODY);
      }
    }),
  );
});

it('keeps many apart, also ids beyond 32 bits', () => {
  const owners = new FilterOwners();
  const idOf = (n: number) => (n % 2 ? n : n + 2 ** 40);
  for (let n = 0; n < 20_000; n++) owners.set(idOf(n), { userId: 2 ** 41 + n, activatedRevision: n });
  for (let n = 0; n < 20_000; n += 3) owners.remove(idOf(n));
  for (let n = 0; n < 20_000; n++) expect(owners.ownerAt(idOf(n), n)).toBe(n % 3 === 0 ? NOBODY : 2 ** 41 + n);
  expect(owners.ownerAt(idOf(19_999), 19_998)).toBe(NOBODY);
});
