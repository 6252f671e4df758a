import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import type { User } from '#core/users/user.entity.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { commandLine, NOBODY, SAYS_NO, SAYS_YES } from '#tests/support/cli-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let vanags: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await openTestDatabase();
  vanags = commandLine(database.url);
});
afterAll(() => database.close());

const fieldsOf = (user: User) => ({
  id: user.id,
  telegram_user_id: user.telegramId,
  first_name: user.firstName,
  role: user.role,
});

async function roleOf(user: User): Promise<string> {
  const { out } = await vanags(['users', 'show', String(user.id), '--json']);
  return JSON.parse(out).role;
}

describe('the list of users', () => {
  it('has in JSON exactly the fields of the interface', async () => {
    const user = await aUser(database.orm, { firstName: 'Ilze', role: 'basic' });
    const { code, out, err } = await vanags(['users', 'list', '--json', '--search', 'ilze']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual([fieldsOf(user)]);
  });

  it('goes on page by page, in any order, and says beside the output where', async () => {
    const users: User[] = [];
    for (const firstName of ['Zane P', 'Agris P', 'Maija P']) users.push(await aUser(database.orm, { firstName }));
    const list = ['users', 'list', '--search', ' P', '--limit', '2', '--json'];
    const first = await vanags(list);
    expect(JSON.parse(first.out)).toEqual(users.slice(0, 2).map(fieldsOf));
    expect(first.err).toBe(`2 of 3; go on with --after ${users[1]?.id}`);
    const second = await vanags([...list, '--after', String(users[1]?.id)]);
    expect(JSON.parse(second.out)).toEqual(users.slice(2).map(fieldsOf));
    expect(second.err).toBe('');

    const byName = await vanags([...list, '--sort', '-first_name']);
    const place = /^2 of 3; go on with --after (\S+)$/.exec(byName.err)?.[1] ?? '';
    const rest = await vanags([...list, '--sort', '-first_name', '--after', place]);
    const names = [...JSON.parse(byName.out), ...JSON.parse(rest.out)].map((user) => user.first_name);
    expect(names).toEqual(['Zane P', 'Maija P', 'Agris P']);
  });

  it('knows roles', async () => {
    const user = await aUser(database.orm, { role: 'user', firstName: 'Roberts R' });
    await aUser(database.orm, { role: 'basic', firstName: 'Rita R' });
    const { out } = await vanags(['users', 'list', '--json', '--role', 'user', '--search', ' R']);
    expect(JSON.parse(out)).toEqual([fieldsOf(user)]);
  });

  it('shows names that a terminal would obey, and cuts long ones', async () => {
    const user = await aUser(database.orm, { firstName: `Eve\u001b]0;owned\u0007\n${'a'.repeat(80)}` });
    const { out } = await vanags(['users', 'list', '--search', String(user.id)]);
    expect(out.split('\n')).toHaveLength(2);
    expect(out).toContain(`Eve\ufffd]0;owned\ufffd ${'a'.repeat(45)}…`);
    const shown = await vanags(['users', 'delete', String(user.id)], SAYS_NO);
    expect(shown.questions[0]).toMatch(/^Delete Eve\ufffd\]0;owned\ufffd a+ \(/);
  });
});

describe('roles', () => {
  it('are given by id and by messaging ID, and the audit log keeps who did it', async () => {
    const user = await aUser(database.orm, { role: 'user' });
    expect((await vanags(['users', 'promote', String(user.id), 'basic'])).code).toBe(0);
    expect((await vanags(['users', 'promote', '--telegram', String(user.telegramId), 'advanced'])).code).toBe(0);
    const { out } = await vanags(['users', 'show', String(user.id), '--json']);
    expect(JSON.parse(out)).toMatchObject({ role: 'advanced', limit: 10 });
    const audit = JSON.parse((await vanags(['audit', 'list', '--user', String(user.id), '--json'])).out);
    expect(audit).toEqual([
      expect.objectContaining({ action: 'role.advanced', actor: 'operator', way: 'cli', ip: null }),
      expect.objectContaining({ action: 'role.basic' }),
    ]);
    const page = await vanags(['audit', 'list', '--user', String(user.id), '--limit', '1']);
    expect(page.err).toBe(`There is more; go on with --before ${audit[0].id}`);
  });

  it('keep the most recently edited filters when they fall', async () => {
    const user = await aUser(database.orm, { role: 'advanced' });
    for (let count = 0; count < 7; count++) await aFilter(database.orm, user.id);
    expect((await vanags(['users', 'demote', String(user.id), 'basic'])).code).toBe(0);
    const { out } = await vanags(['filters', 'list', '--user', String(user.id), '--json']);
    const filters: { filterName: string; active: number }[] = JSON.parse(out);
    expect(filters.filter((filter) => filter.active === 1)).toHaveLength(5);
  });

  it('that are not possible name those that are', async () => {
    const user = await aUser(database.orm, { role: 'advanced' });
    const id = String(user.id);
    const demoted = await vanags(['users', 'demote', id, 'advanced'], SAYS_YES);
    expect(demoted).toMatchObject({ code: 1, questions: [] });
    expect(demoted.err).toBe(`User ${id} is advanced; possible: basic, user.`);
    expect((await vanags(['users', 'promote', id, 'basic'])).err).toBe(
      `User ${id} is advanced: there is no role to promote to.`,
    );
  });

  it('that can be given back are asked about only where somebody sits', async () => {
    const user = await aUser(database.orm, { role: 'user', firstName: 'Juris' });
    const promote = ['users', 'promote', String(user.id), 'basic'];
    const refused = await vanags(promote, SAYS_NO);
    expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.' });
    expect(refused.questions).toEqual([
      `Make Juris (${user.id}, messaging ID ${user.telegramId}) basic instead of user? [y/N] `,
    ]);
    expect(await roleOf(user)).toBe('user');
    expect(await vanags(promote, NOBODY)).toMatchObject({ code: 0, questions: [] });
    expect(await vanags(['users', 'demote', String(user.id), 'user', '--yes'], SAYS_NO)).toMatchObject({ code: 0 });
  });

  it('make administrators, also of who is not known yet', async () => {
    const grant = ['users', 'grant-admin', '--telegram', '987654'];
    const refused = await vanags(grant, SAYS_NO);
    expect(refused.questions).toEqual(['Make messaging ID 987654, who was never here, an administrator? [y/N] ']);
    expect((await vanags(['users', 'show', '--telegram', '987654'])).code).toBe(1);
    expect(await vanags(grant)).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse((await vanags(['users', 'show', '--telegram', '987654', '--json'])).out).role).toBe('admin');
  });

  it('of administrators are taken only after a yes, and never the last one', async () => {
    await vanags(['users', 'grant-admin', '--telegram', '987655']);
    const demote = ['users', 'demote', '--telegram', '987655', 'basic'];
    expect(await vanags(demote, NOBODY)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    expect((await vanags(demote, SAYS_NO)).code).toBe(1);
    expect((await vanags(demote, SAYS_YES)).code).toBe(0);
    const last = await vanags(['users', 'demote', '--telegram', '987654', 'basic', '--yes']);
    expect(last).toMatchObject({ code: 1, err: 'The last administrator cannot be demoted.' });
  });
});

describe('deleting a user', () => {
  it('asks by name, does nothing without a yes, and leaves no row', async () => {
    const user = await aUser(database.orm, { firstName: 'Dace' });
    const remove = ['users', 'delete', String(user.id)];
    expect(await vanags(remove, NOBODY)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    const refused = await vanags(remove, SAYS_NO);
    expect(refused.questions[0]).toContain(`Dace (${user.id}, messaging ID ${user.telegramId})`);
    expect(await roleOf(user)).toBe('advanced');
    expect(await vanags(remove, SAYS_YES)).toMatchObject({ code: 0, err: '' });
    expect((await vanags(['users', 'show', String(user.id)])).code).toBe(1);
    const { out } = await vanags(['audit', 'list', '--user', String(user.id), '--json']);
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ action: 'user.delete' })]);
  });

  it('spares administrators', async () => {
    const admin = await aUser(database.orm, { role: 'admin' });
    const { code, err } = await vanags(['users', 'delete', String(admin.id), '--yes']);
    expect(code).toBe(1);
    expect(err).toContain('only after that role is taken away');
  });
});
