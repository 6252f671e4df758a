import { GuessLimiter } from '#core/auth/guess-limiter.ts';
import type { Account, AccountWorld } from './account-world.ts';

/** What is known of somebody busy, in words that nobody else uses. */
export const BUSY = {
  firstName: 'Annemarija Neatkārtojamā',
  username: 'nezinama',
  email: 'anne@busy.test',
  phone: '+37120000042',
} as const;

const TELEGRAM_ID = 6_123_456_789;
/** Far from all other ids, so that a search for it finds only this user. */
const FIRST_ID = 810_000_000;

/** Somebody of whom every table knows something, with an ad they were told of and one they are still to hear of. */
export async function somebodyBusy(world: AccountWorld) {
  await world.sql(
    `insert into users (id, telegram_id, first_name, username, username_key, email, email_key, phone, password_hash, role,
       language)
     select ${FIRST_ID} + nextval('users_id_seq'), ?, "firstName", username, username, email, email, phone, 'the-hash',
       'basic', 'lv'
     from jsonb_to_record(?::jsonb) as busy ("firstName" text, username text, email text, phone text)`,
    [TELEGRAM_ID, JSON.stringify(BUSY)],
  );
  const busy = await world.someone({ telegramId: TELEGRAM_ID, firstName: BUSY.firstName, role: 'basic' });
  await busy.ask('POST', '/filters/new', { filters: { filterName: 'any', active: 1 } });
  await busy.ask('POST', '/filters/new', { filters: { filterName: 'other', active: 0 } });
  const sent = await world.anAdComesOut();
  await world.deliver();
  const waiting = await world.anAdComesOut();
  await busy.ask('POST', `/api/ads/${sent}/hide`);
  await busy.ask('POST', '/api/user/test-alert');
  await writeToUs(busy);
  await leaveUnfinished(world, busy);
  return { busy, sent, waiting };
}

async function writeToUs({ ask, id, telegramId }: Account): Promise<void> {
  const reporter = { user_id: id, telegram_user_id: telegramId, first_name: BUSY.firstName };
  await ask('POST', '/api/report-problem', { ...reporter, problem_description: 'The map does not open' });
  await ask('POST', '/api/feedback', { rating: 4, email: BUSY.email, comment: 'Nice' });
  await ask('POST', '/api/plans/request', { plan: 'advanced' });
}

/** A session elsewhere, a wrong password, and a log-in, a conversation with the bot and codes that wait for their end. */
async function leaveUnfinished({ sql, core, clock }: AccountWorld, { id, telegramId }: Account): Promise<void> {
  await core.run(() => core.sessions.open(id, 'password', { client: 'Chrome · Windows', previousToken: null }));
  const guesses = new GuessLimiter({ em: core.orm.em, clock, isOn: true });
  await core.run(() => guesses.spend([{ key: `account ${BUSY.username}`, max: 30 }]));
  await sql(
    `insert into login_links (token_hash, browser_hash, match_code, client, user_id, state, expires_at)
     values ('link-hash', 'browser-hash', '42', 'Chrome · Windows', ?, 'pending', now())`,
    [id],
  );
  await sql('insert into conversation_states (key, value) values (?, ?)', [
    String(telegramId),
    JSON.stringify({ draft: BUSY.firstName }),
  ]);
  await sql(
    `insert into verifications (token_hash, purpose, pending, browser_hash, client, expires_at)
     values ('of-the-user', 'password', ?, 'browser-hash', 'Chrome · Windows', now()),
       ('of-the-chat', 'register', ?, 'browser-hash', 'Chrome · Windows', now())`,
    [
      JSON.stringify({ userId: id, username: BUSY.username }),
      JSON.stringify({ telegramId, email: BUSY.email, phone: BUSY.phone, firstName: BUSY.firstName }),
    ],
  );
}
