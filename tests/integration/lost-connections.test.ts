import { expect, it } from 'vitest';
import { runInFork } from '#core/db/open.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

/** More than the pool holds. */
const LOSSES = 12;

it('a connection that breaks inside a transaction gives its place in the pool back', async () => {
  const { orm, close } = await openTestDatabase();
  const breakOne = () =>
    runInFork(orm, () =>
      orm.em.transactional(async (em) => {
        const [backend] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
        await orm.em.fork().execute('select pg_terminate_backend(?)', [backend?.pid]);
        await em.execute('select pg_sleep(1)');
      }),
    );
  await Promise.all(Array.from({ length: 4 }, () => expect(breakOne()).rejects.toThrow()));
  for (let loss = 0; loss < LOSSES; loss += 4)
    await Promise.all(Array.from({ length: 4 }, () => expect(breakOne()).rejects.toThrow(/connection|terminat/i)));
  expect(await orm.em.fork().execute('select 1 as alive')).toEqual([{ alive: 1 }]);
  await close();
});
