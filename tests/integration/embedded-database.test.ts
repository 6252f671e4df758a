import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#core/db/embedded.ts';
import { openDatabase } from '#core/db/open.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'vanags-embedded-'));
  chmodSync(directory, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres(directory, { durable: true });
const running = () => existsSync(path.join(directory, 'postgres', 'postmaster.pid'));

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Another process that starts the server, says so, and lives until it is killed. */
async function otherProcess(): Promise<ChildProcess> {
  const code = `
    import { startEmbeddedPostgres } from '#core/db/embedded.ts';
    await startEmbeddedPostgres(${JSON.stringify(directory)}, { durable: true });
    console.log('started');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
}

describe('the embedded database', () => {
  it('keeps its data over a stop and a start', async () => {
    const first = await start();
    await query(first.url('postgres'), 'create table kept as select 42 as answer');
    await first.stop();
    expect(running()).toBe(false);
    const second = await start();
    expect(await query(second.url('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('is one server for all processes, and nobody stops it while another uses it', async () => {
    const first = await start();
    const second = await start();
    expect(second.url('postgres')).toBe(first.url('postgres'));
    const client = new pg.Client({ connectionString: first.url('postgres') });
    await client.connect();
    await second.stop();
    expect((await client.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
    await client.end();
    await first.stop();
    expect(running()).toBe(false);
  });

  it('survives the kill of the process that started it, with its data', async () => {
    const child = await otherProcess();
    const server = await start();
    await query(server.url('postgres'), 'create table survived as select 1 as one');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const adopted = await start();
    expect(adopted.url('postgres')).toBe(server.url('postgres'));
    expect(await query(adopted.url('postgres'), 'select one from survived')).toEqual([{ one: 1 }]);
    await server.stop();
    await adopted.stop();
    expect(running()).toBe(false);
  });

  it('starts once when several ask together', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    expect(new Set(servers.map((server) => server.url('postgres'))).size).toBe(1);
    for (const server of servers) await server.stop();
    expect(running()).toBe(false);
  });

  it('is not stopped between its adoption and the first query', async () => {
    const first = await start();
    const second = await start();
    await first.stop();
    expect(await query(second.url('postgres'), 'select 1 as alive')).toEqual([{ alive: 1 }]);
    await second.stop();
    expect(running()).toBe(false);
  });

  it('is not stopped by who stops twice, or lost the connection, while another uses it', async () => {
    const [first, second] = [await start(), await start()];
    await first.stop();
    await first.stop();
    expect(await query(second.url('postgres'), 'select 1 as alive')).toEqual([{ alive: 1 }]);
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()';
    await query(second.url('postgres'), `${others} and backend_type = 'client backend'`);
    const client = new pg.Client({ connectionString: second.url('postgres') });
    await client.connect();
    await second.stop();
    expect((await client.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
    const last = await start();
    await client.end();
    await last.stop();
    expect(running()).toBe(false);
  });

  it('is made whole once when several open it for the first time together', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'vanags-embedded-'));
    chmodSync(dataDir, 0o755);
    const settings = { url: null, dataDir, migrateOnStart: true };
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase(settings)));
    const counts = databases.map(({ orm }) => orm.em.fork().execute('select count(*)::int as users from users'));
    expect(await Promise.all(counts)).toEqual(databases.map(() => [{ users: 0 }]));
    for (const { close } of databases) await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
