import { IsolationLevel } from '@mikro-orm/core';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import type { Database } from '#core/db/open.ts';
import { Filter } from '#core/filters/filter.entity.ts';
import { criteriaColumns, criteriaOf, matchableCriteria } from '#core/filters/filter-criteria.ts';
import { FilterChanges } from '#core/matching/filter-changes.ts';
import { matches } from '#core/matching/matches.ts';
import { aUser } from '#tests/support/builders.ts';
import { someCriteria, someFacts } from '#tests/support/match-arbitraries.ts';
import { matchInSql } from '#tests/support/sql-matcher.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { PostingTable } from '#tools/bench/matching/posting-table.ts';

let database: Database;
let client: pg.Client;
let userId: number;

beforeAll(async () => {
  database = await openTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  userId = (await aUser(database.orm)).id;
});
afterAll(async () => {
  await client.end();
  await database.close();
});

type Round = {
  saved: FilterCriteria[];
  edited: { pick: number; criteria: FilterCriteria }[];
  switched: number[];
  removed: number[];
  coldStart: boolean;
  ads: AdFacts[];
};
const pick = fc.nat(1_000);
const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    saved: fc.array(someCriteria, { minLength: 15, maxLength: 25, size: 'max' }),
    edited: fc.array(fc.record({ pick, criteria: someCriteria }), { maxLength: 6 }),
    switched: fc.array(pick, { maxLength: 6 }),
    removed: fc.array(pick, { maxLength: 4 }),
    coldStart: fc.boolean(),
    ads: fc.array(someFacts, { minLength: 20, maxLength: 25, size: 'max' }),
  }),
  { minLength: 2, maxLength: 4, size: 'max' },
);

function ascending(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

/** Writes a round of changes as the users would: some filters saved, edited, switched on and off, removed. */
async function change(round: Round): Promise<void> {
  const em = database.orm.em.fork();
  const known = await em.find(Filter, {}, { orderBy: { id: 'asc' } });
  const chosen = (n: number) => known[n % Math.max(known.length, 1)];
  for (const { pick, criteria } of round.edited) {
    const filter = chosen(pick);
    if (filter) em.assign(filter, criteriaColumns(criteria));
  }
  for (const filter of round.switched.map(chosen)) if (filter) filter.active = !filter.active;
  for (const filter of new Set(round.removed.map(chosen))) if (filter) em.remove(filter);
  for (const criteria of round.saved) {
    const name = crypto.randomUUID();
    const columns = criteriaColumns(criteria);
    em.create(Filter, { userId, name, nameKey: name, ...columns, active: true, editedAt: new Date() });
  }
  await em.flush();
}

it('index, predicate, SQL and postings give the same filters for every ad, whatever was saved, edited and removed', async () => {
  const postings = new PostingTable(client);
  let pairs = 0;
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (history) => {
      await database.orm.em.fork().nativeDelete(Filter, {});
      let changes = new FilterChanges();
      for (const round of history) {
        await change(round);
        if (round.coldStart) changes = new FilterChanges();
        const em = database.orm.em.fork();
        await em.transactional((inner) => changes.apply(inner), { isolationLevel: IsolationLevel.REPEATABLE_READ });
        const stored = await em.find(Filter, { active: true }, { orderBy: { id: 'asc' } });
        expect(changes.index.size).toBe(stored.length);
        const criteriaById = stored.map((row) => [row.id, matchableCriteria(criteriaOf(row))] as const);
        const oracle = await matchInSql(em, round.ads);
        await postings.load(criteriaById.map(([id, criteria]) => ({ id, criteria })));
        for (const [n, ad] of round.ads.entries()) {
          const predicate = criteriaById.filter(([, criteria]) => matches(criteria, ad)).map(([id]) => id);
          expect(predicate).toEqual(oracle[n]);
          expect(ascending(changes.index.match(ad))).toEqual(oracle[n]);
          expect(ascending(await postings.match(ad))).toEqual(oracle[n]);
          pairs += stored.length;
          hits += predicate.length;
        }
      }
    }),
    // Shrinking would take minutes of database time; the counterexample names the round.
    { numRuns: 12, endOnFailure: true },
  );
  expect(pairs).toBeGreaterThan(10_000);
  expect(hits).toBeGreaterThan(500);
});
