import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminWorld, openAdminWorld } from '../support/admin-world.ts';

const SHELL = '<html><head></head><body>Vanags</body></html>';
const HTML = { accept: 'text/html,*/*' };
const NAME = 'Nekurnestāvošā';

let folder: string;
let world: AdminWorld;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vanags-admin-calls-'));
  await writeFile(path.join(folder, 'index.html'), SHELL);
  world = await openAdminWorld({ staticDir: folder });
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Asks for a path exactly as it is written, which clients that know what a path is never do. */
function askRaw(method: string, rawPath: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: rawPath, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

/** The page, which is the same for everybody, or a refusal. */
function expectNothing({ status, body }: { status: number; body: string }): void {
  expect([200, 400, 401, 403, 404]).toContain(status);
  if (status === 200) expect(['', SHELL]).toContain(body.replace(/\s*<meta [^>]*>/, ''));
  expect(body).not.toContain(NAME);
}

describe('another spelling of a call for administrators', () => {
  const SPELLINGS = [
    '//admin/get/users',
    '/ADMIN/get/users',
    '/Admin/Get/Users',
    '/admin/get/users/',
    '/admin//get//users',
    '/admin/./get/users',
    '/admin/%2e/get/users',
    '/filters/../admin/get/users',
    '/filters/%2e%2e/admin/get/users',
    '/%61dmin/get/users',
    '/admin%2fget%2fusers',
    '/admin\\get\\users',
    '/admin/get/users%20',
    '/admin/get/users%00',
    '/admin/get/users;limit=1',
    '/admin/get/users?limit=1',
    '/admin/get/users#x',
    'http://vanags.example/admin/get/users',
  ];

  it.each(SPELLINGS)('%s is refused like the plain one, or is nothing', async (spelling) => {
    const user = await world.someone({ role: 'advanced', firstName: NAME });
    for (const headers of [{}, user.headers])
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const accept of ['application/json', 'text/html'])
          expectNothing(await askRaw(method, spelling, { ...headers, accept }));
  });

  it.each(SPELLINGS)('%s changes nothing as a deed, for nobody but an administrator', async (spelling) => {
    const user = await world.someone({ role: 'advanced' });
    const target = await world.someone({ role: 'basic' });
    const deed = spelling.replace(/get/i, 'delete').replace(/users/i, `user/${target.id}`);
    for (const headers of [{}, user.headers])
      for (const method of ['DELETE', 'POST', 'PUT', 'PATCH', 'GET'])
        expect([200, 400, 401, 403, 404]).toContain((await askRaw(method, deed, { ...headers, ...HTML })).status);
    expect(await world.roleOf(target.id)).toBe('basic');
  });

  it.each([
    ['GET', { 'x-http-method-override': 'DELETE' }, ''],
    ['POST', { 'x-http-method-override': 'DELETE' }, ''],
    ['POST', { 'x-http-method': 'DELETE' }, ''],
    ['POST', { 'x-method-override': 'DELETE' }, ''],
    ['GET', {}, '?_method=DELETE'],
    ['POST', {}, '?_method=DELETE'],
    ['PATCH', {}, ''],
    ['HEAD', {}, ''],
  ])('by %s with %j%s is no other method, not even for an administrator', async (method, extra, query) => {
    const target = await world.someone({ role: 'basic' });
    for (const deed of ['/admin/delete/user/', '/admin/demote/user/']) {
      const headers = { ...world.admin.headers, ...extra } as Record<string, string>;
      expect((await askRaw(method, `${deed}${target.id}${query}`, headers)).status).toBe(404);
    }
    expect(await world.roleOf(target.id)).toBe('basic');
  });
});

describe('a search', () => {
  const HOSTILE = [
    "' OR 1=1--",
    "'; drop table users; --",
    '%',
    '_',
    '\\',
    '\\%',
    '?',
    '$1',
    '[a-z]',
    '(((((((',
    '.*',
    '🦅',
    '👨‍👩‍👧',
    '\u00e1',
    '\u200b',
    '\t\r\n',
    ' ',
    '0',
    '-1',
    '9223372036854775808',
    '1e400',
    'NaN',
    '\ud800'.toWellFormed(),
    'ß'.repeat(100),
  ];
  const LISTS = ['users', 'reported-problems', 'feedback'];

  it.each(HOSTILE)('for %j finds what it says, and nothing more', async (search) => {
    const named = await world.someone({ role: 'user' });
    await world.sql('update users set first_name = ? where id = ?', [`[${search}]`, named.id]);
    for (const list of LISTS) {
      const answer = await world.admin.ask('GET', `/admin/get/${list}?${new URLSearchParams({ search })}`);
      expect([list, answer.statusCode]).toEqual([list, 200]);
    }
    const { allUsers } = await world.users({ search, limit: 500 });
    expect(allUsers.map(({ id }) => id)).toContain(named.id);
    const isFound = (name: string) => name.toLowerCase().includes(search.trim().toLowerCase());
    expect(allUsers.filter((user) => !isFound(user.first_name))).toEqual([]);
  });

  it.each([
    ['a NUL', 'a%00b'],
    ['101 characters', 'a'.repeat(101)],
    ['two of them', 'a&search=b'],
  ])('of %s is refused', async (_, search) => {
    for (const list of LISTS) {
      const answer = await world.admin.ask('GET', `/admin/get/${list}?search=${search}`);
      expect([answer.statusCode, answer.json().field]).toEqual([400, 'search']);
    }
  });

  it('of bytes that are no text is no fault of ours', async () => {
    for (const query of ['search=%ff', 'search=%', 'search=%zz', '%00=1', '=&=&&', 'search[$ne]=1', 'search[]=a']) {
      const { status } = await askRaw('GET', `/admin/get/users?${query}`, world.admin.headers);
      expect([query, status < 500]).toEqual([query, true]);
    }
  });
});
