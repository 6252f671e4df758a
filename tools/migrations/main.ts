/** Writes a migration for what the entities say and the database lacks: `npm run migration:create -- <what>`. */
import { connect, openDatabase } from '#core/db/open.ts';

const what = process.argv[2] ?? 'change';
const database = await openDatabase({ url: null, dataDir: '.data-migrations', migrateOnStart: true });
try {
  const orm = await connect(database.url);
  const { fileName } = await orm.migrator.create(undefined, false, false, what);
  console.log(fileName || 'Nothing to do: the migrations say what the entities say.');
  await orm.close(true);
} finally {
  await database.close();
}
