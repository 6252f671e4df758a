import type { Role } from '#core/contracts/user.ts';
import type { TestApp } from '../test-app.ts';

/** Far from every id that a request is likely to name by chance. */
export const FIRST_BYSTANDER_ID = 810_000_000;
/** No administrator: the service writes to those of its own accord. */
const ROLES: readonly Role[] = ['user', 'basic', 'advanced'];

type Sql = <T = Record<string, unknown>>(statement: string, params?: unknown[]) => Promise<T[]>;

/** People who do nothing themselves and of whom every table of people knows something. */
export async function bringBystanders({ core }: TestApp) {
  const sql: Sql = (statement, params = []) => core.orm.em.fork().execute(statement, params);
  const ids = ROLES.map((_, index) => FIRST_BYSTANDER_ID + index);
  for (const [index, role] of ROLES.entries()) await sql(STATEMENTS.user, [ids[index], ids[index], role]);
  for (const statement of STATEMENTS.belongings) await sql(statement);
  const tables = await sql<{ table: string }>(
    `select table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' order by table_name`,
  );
  return {
    ids,
    /** Everything that is known of them, to be compared. */
    async picture(): Promise<Record<string, string[]>> {
      const seen: Record<string, string[]> = {};
      for (const { table } of [{ table: 'users' }, ...tables]) {
        const owner = table === 'users' ? 'id' : 'user_id';
        const rows = await sql<{ row: string }>(
          `select to_jsonb(t)::text as row from ${table} as t where ${owner} >= ? order by 1`,
          [FIRST_BYSTANDER_ID],
        );
        seen[table] = rows.map(({ row }) => row);
      }
      return seen;
    },
  };
}

const STATEMENTS = {
  user: `insert into users (id, telegram_id, role, first_name, language) values (?, ?, ?, 'Ilze', 'lv')`,
  belongings: [
    `insert into filters (id, user_id, name, name_key, active, edited_at)
     select id, id, 'Mans', 'mans', role <> 'user', now() from users where id >= ${FIRST_BYSTANDER_ID}`,
    `insert into sessions (token_hash, user_id, way, last_used_at, expires_at)
     select 'of-' || id, id, 'telegram', now(), now() + interval '1 day' from users where id >= ${FIRST_BYSTANDER_ID}`,
    `insert into problems (id, user_id, first_name, text, text_key)
     select id, id, first_name, 'Nekas nenotiek', id from users where id >= ${FIRST_BYSTANDER_ID}`,
    `insert into feedback (id, user_id, rating, email, comment)
     select id, id, 5, '', '' from users where id >= ${FIRST_BYSTANDER_ID}`,
    `insert into plan_requests (id, user_id, plan)
     select id, id, 'advanced' from users where id >= ${FIRST_BYSTANDER_ID}`,
    `insert into hidden_ads (user_id, ad_id) select id, 1 from users where id >= ${FIRST_BYSTANDER_ID}`,
  ],
};
