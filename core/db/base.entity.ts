import { p } from '@mikro-orm/core';

/** A point in time with microseconds, as PostgreSQL keeps it; the ORM's own default would cut it to seconds. */
export const time = () => p.datetime(6);

/** What every table with an id of its own carries. The database's clock sets both times on insert. */
export const baseProperties = {
  id: p.bigint('number').primary().autoincrement(),
  createdAt: time().defaultRaw('now()'),
  updatedAt: time()
    .defaultRaw('now()')
    .onUpdate(() => new Date()),
};
