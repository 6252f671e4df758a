import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '#core/db/open.ts';

/** A migrated database of its own for a test file. */
export async function openTestDatabase(): Promise<Database> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: `${inject('serverUrl')}postgres` });
  await admin.connect();
  await admin.query(`create database ${name} template template_app strategy file_copy`);
  await admin.end();
  const url = `${inject('serverUrl')}${name}`;
  const orm = await connect(url);
  return { orm, url, close: () => orm.close(true) };
}
