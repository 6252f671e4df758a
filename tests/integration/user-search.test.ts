import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USER_SORTS, type UserSort } from '#core/contracts/admin-users.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { cursorAfterId, type UserPage, type UserQuery } from '#core/users/user-search.ts';
import { aFilter, aUser } from '../support/builders.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Many of one name, of names that differ by case or accent alone, and of no name yet. */
const NAMES = ['Anna', 'Anna', 'anna', 'Ādams', 'Ańna', 'Žanna', 'Анна', '100% Kārlis', 'Jānis 7', '', '\u{1f600}'];
const PEOPLE = 120;

interface Person {
  readonly id: number;
  readonly telegramId: number;
  readonly firstName: string;
  readonly role: Role;
}

let world: TestApp;
const people: Person[] = [];
beforeAll(async () => {
  world = await createTestApp();
  for (let n = 0; n < PEOPLE; n += 1) {
    const firstName = NAMES[n % NAMES.length] ?? '';
    const role = ROLES[(n * 7) % 4] ?? 'user';
    // Messaging IDs fall while ids rise, and some are somebody else's id.
    const { id, telegramId } = await aUser(world.core.orm, { firstName, role, telegramId: PEOPLE - n });
    people.push({ id, telegramId, firstName, role });
  }
});
afterAll(() => world.close());

const page = (query: Partial<UserQuery> = {}): Promise<UserPage> =>
  world.core.run(() => world.core.userSearch.page({ sort: 'id', limit: 100, ...query }));
const idsOf = ({ users }: UserPage) => users.map(({ id }) => id);
const person = (firstName: string) => people.find((one) => one.firstName === firstName) as Person;

/** The rule, said a second time: in JavaScript, and of everybody at once. */
function expected({ search = '', role, sort }: Pick<UserQuery, 'search' | 'role' | 'sort'>): number[] {
  const fits = people.filter(
    (one) =>
      (role === undefined || one.role === role) &&
      (one.firstName.toLowerCase().includes(search.toLowerCase()) ||
        [one.id, one.telegramId].map(String).includes(search)),
  );
  return fits
    .toSorted((one, other) => order(sort)(one, other) || signOf(sort) * (one.id - other.id))
    .map(({ id }) => id);
}

const signOf = (sort: UserSort) => (sort.startsWith('-') ? -1 : 1);
const { compare } = new Intl.Collator('en');
const ORDERS: Record<string, (one: Person, other: Person) => number> = {
  id: () => 0,
  telegram_user_id: (one, other) => one.telegramId - other.telegramId,
  first_name: (one, other) => compare(one.firstName, other.firstName),
  role: (one, other) => (one.role < other.role ? -1 : Number(one.role > other.role)),
};

function order(sort: UserSort): (one: Person, other: Person) => number {
  const compareBy = ORDERS[sort.replace('-', '')];
  return (one, other) => signOf(sort) * (compareBy?.(one, other) ?? 0);
}

async function walk(query: Omit<UserQuery, 'cursor'>): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const shown: UserPage = await page({ ...query, ...(cursor !== null && { cursor }) });
    expect(shown.users.length).toBeLessThanOrEqual(query.limit);
    seen.push(...idsOf(shown));
    cursor = shown.nextCursor;
  } while (cursor !== null);
  return seen;
}

describe('the pages of any list', () => {
  const somebody = fc.record(
    {
      sort: fc.constantFrom(...USER_SORTS),
      limit: fc.integer({ min: 1, max: 50 }),
      role: fc.constantFrom(...ROLES),
      search: fc.constantFrom('', 'ANN', 'anna', 'ā', '%', '_', '1', '77', '119', 'анна', 'nobody', '\u{1f600}'),
    },
    { requiredKeys: ['sort', 'limit'] },
  );

  it('tell exactly those whom it fits, in order and each once', async () => {
    await fc.assert(
      fc.asyncProperty(somebody, async (query) => {
        expect(await walk(query)).toEqual(expected(query));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('may end among people of one name', async () => {
    for (const sort of ['first_name', '-first_name', 'role', '-role'] as const)
      expect(await walk({ sort, limit: 1 })).toEqual(expected({ sort }));
  }, 30_000);

  it('go on in their places when somebody left meanwhile', async () => {
    const first = await page({ sort: 'first_name', limit: 30 });
    const gone = await aUser(world.core.orm, { firstName: 'Anna' });
    const cursor = await page({ sort: '-id', limit: 1 });
    await world.core.run(() => world.core.accountDeletion.deleteAccount(gone.id));
    expect(idsOf(cursor)).toEqual([gone.id]);
    const next = await page({ sort: '-id', limit: 5, cursor: cursor.nextCursor ?? '' });
    expect(idsOf(next)).toEqual(expected({ sort: '-id' }).slice(0, 5));
    expect(idsOf(first)).toEqual(expected({ sort: 'first_name' }).slice(0, 30));
  });
});

describe('a search', () => {
  it('finds part of a name, whatever its case, without wildcards', async () => {
    expect((await page({ search: '0% KĀR' })).users[0]).toMatchObject({ firstName: '100% Kārlis' });
    expect((await page({ search: '_' })).total).toBe(0);
    expect((await page({ search: '%' })).total).toBe(people.filter(({ firstName }) => firstName.includes('%')).length);
    expect(await page({ search: '  ' })).toMatchObject({ total: PEOPLE });
    expect(await page({ search: ' žanna ' })).toEqual(await page({ search: 'žanna' }));
  });

  it('finds a whole ID, of a user or of a messaging account', async () => {
    const { id, telegramId } = person('Žanna');
    for (const search of [String(id), String(telegramId)])
      expect(idsOf(await page({ search }))).toEqual(expected({ search, sort: 'id' }));
    expect(idsOf(await page({ search: '9'.repeat(16) }))).toEqual([]);
  });

  it('is refused with what no name can hold', async () => {
    for (const search of ['\0', 'a\u0007', '\ud800'])
      await expect(page({ search })).rejects.toMatchObject({ code: 'request.invalid', params: { field: 'search' } });
  });

  it('counts each role, and of the role that is asked for all pages', async () => {
    const { byRole, total } = await page({ search: 'ann', role: 'basic', limit: 1 });
    const count = (role: Role) => expected({ search: 'ann', role, sort: 'id' }).length;
    expect(byRole).toEqual({
      user: count('user'),
      basic: count('basic'),
      advanced: count('advanced'),
      admin: count('admin'),
    });
    expect(total).toBe(count('basic'));
    expect((await page()).total).toBe(PEOPLE);
  });
});

describe('a row', () => {
  it('tells how many filters are on', async () => {
    const { id } = person('Jānis 7');
    for (const active of [true, true, false]) await aFilter(world.core.orm, id, { active });
    const { users } = await page({ search: 'jānis 7' });
    expect(users.map(({ activeFilters }) => activeFilters)).toEqual([2, ...users.slice(1).map(() => 0)]);
  });
});

describe('a cursor', () => {
  it('can be made of an id', async () => {
    const { id } = people[9] as Person;
    expect(idsOf(await page({ cursor: cursorAfterId(id), limit: 3 }))).toEqual(
      people.slice(10, 13).map((one) => one.id),
    );
    expect(await page({ cursor: cursorAfterId(Number.MAX_SAFE_INTEGER) })).toMatchObject({
      users: [],
      nextCursor: null,
    });
  });

  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['nothing', 'id', ''],
    ['a number', 'id', '7'],
    ['no base64', 'id', '***'],
    ['other base64', 'id', `${written(['id', 7, 7])}==`],
    ['other JSON', 'id', Buffer.from('["id", 7, 7]').toString('base64url')],
    ['bytes that are no text', 'first_name', Buffer.from('["first_name","\xff",7]', 'latin1').toString('base64url')],
    ['another sort', 'id', written(['-id', 7, 7])],
    ['a sort of objects', 'id', written(['constructor', 7, 7])],
    ['too little', 'id', written(['id', 7])],
    ['too much', 'id', written(['id', 7, 7, 7])],
    ['an object', 'id', written({ 0: 'id', 1: 7, 2: 7 })],
    ['text for a number', 'id', written(['id', '7', 7])],
    ['a number for text', 'first_name', written(['first_name', 7, 7])],
    ['no role', 'role', written(['role', 'owner', 7])],
    ['an id of 0', 'id', written(['id', 0, 0])],
    ['a fraction', 'id', written(['id', 7.5, 7])],
    ['an unsafe number', 'telegram_user_id', written(['telegram_user_id', 2 ** 53, 7])],
    ['a character that no database keeps', 'first_name', written(['first_name', 'a\0', 7])],
    ['half a character', 'first_name', written(['first_name', '\ud800', 7])],
  ] as const)('is not %s', async (_, sort, cursor) => {
    const refusal = { code: 'request.invalid', params: { field: 'cursor' } };
    await expect(page({ sort, cursor })).rejects.toMatchObject(refusal);
  });
});
