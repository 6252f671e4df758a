import fc from 'fast-check';
import { hashPassword } from '#core/auth/password-hash.ts';
import { anAd } from '../ad-builders.ts';
import { noteSecret } from '../noted-secrets.ts';
import { PASSWORD } from '../passwords.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { bringBystanders } from './bystanders.ts';
import { type DescribedCall, describedCalls } from './described-calls.ts';
import { CAST, type CastName, FuzzCast } from './fuzz-cast.ts';
import { type FuzzRequest, fuzzRequests, injected, OWN_THINGS } from './fuzz-requests.ts';
import { filterFaults, storedFaults } from './stored-faults.ts';
import type { Samples } from './valid-bodies.ts';

/** So many are answered at once, which lets them race as well. */
const AT_ONCE = 8;
const SECRET = 'a-word-that-only-the-developers-know';
const TARGETS = Array.from({ length: 20 }, (_, step) => 700_001 + step);
/** These ask for what nobody can guess, for a password, which is dear to prove, or for what only one of them can have. */
const SELDOM_RIGHT =
  /^\/(telegram|auth\/(verify|link\/|.*password|register|dev-login)|api\/user\/(password|username|messaging)|admin\/(grant|decline))/;

export interface FuzzFindings {
  /** Repeats the run. */
  readonly seed: number;
  /** Answers that are faults of ours. */
  readonly faults: string[];
  /** Calls of which not one was carried out, so that the run says little of them. */
  readonly missed: string[];
  /** What is stored although no contract lets it in. */
  readonly stored: string[];
  readonly bystanders: { readonly before: unknown; readonly after: unknown };
}

/** Sends so many requests to an API of its own, and looks at what was answered and what is stored. */
export async function fuzzApi(count: number): Promise<FuzzFindings> {
  const world = await createTestApp({
    botName: () => 'vanags_test_bot',
    exposeDocs: true,
    env: { DEV_LOGIN_SECRET: SECRET },
    webhook: (_request, reply) => reply.code(401).send(),
  });
  try {
    return await fuzz(world, count);
  } finally {
    await world.close();
  }
}

async function fuzz(world: TestApp, count: number): Promise<FuzzFindings> {
  const cast = new FuzzCast(world);
  await cast.signIn();
  await furnish(world, cast);
  const bystanders = await bringBystanders(world);
  const before = await bystanders.picture();
  const calls = await describedCalls(world);
  const seed = Number(process.env.VANAGS_FUZZ_SEED ?? Date.now() % 1_000_000);
  const own = { user: await samplesOf(world, cast, 'user'), advanced: await samplesOf(world, cast, 'advanced') };
  const requests = fc.sample(fuzzRequests(calls, own, TARGETS), { seed, numRuns: count });
  const { faults, carriedOut } = await sendAll(world, cast, requests);
  return {
    seed,
    faults,
    missed: calls.map(nameOf).filter((call) => !carriedOut.has(call) && !SELDOM_RIGHT.test(call.split(' ')[1] ?? '')),
    stored: [...(await storedFaults(world)), ...(await faultsOfFilters(world, cast))],
    bystanders: { before, after: await bystanders.picture() },
  };
}

const nameOf = ({ method, path }: DescribedCall) => `${method} ${path}`;

/** Something for every call to find: ads, filters, letters, and people for administrators. */
async function furnish(world: TestApp, cast: FuzzCast): Promise<void> {
  noteSecret(PASSWORD);
  const { orm } = world.core;
  for (let ads = 0; ads < 5; ads += 1) await anAd(orm);
  const sql = (statement: string, params: unknown[] = []) => orm.em.fork().execute(statement, params);
  await sql("update users set username = 'fuzz-y', username_key = 'fuzz-y', password_hash = ? where role = 'basic'", [
    await hashPassword(PASSWORD),
  ]);
  await sql(
    `insert into users (id, telegram_id, role, first_name, language)
     select id, id, 'user', 'Mērķis', 'en' from generate_series(?::bigint, ?::bigint) as id`,
    [TARGETS[0], TARGETS.at(-1)],
  );
  await sql(`insert into problems (user_id, first_name, text, text_key) select id, first_name, 'Nekas nenotiek', id
     from users where id >= 700000`);
  await sql("insert into plan_requests (user_id, plan) select id, 'basic' from users where id >= 700000");
  for (let count = 0; count < OWN_THINGS; count += 1) {
    const payload = { filters: { filterName: `own ${count}`, active: 0 } };
    await world.call({ method: 'POST', url: '/filters/new', headers: cast.headersOf('advanced'), payload });
  }
}

/** The ids of a person who asks, and what they can prove. */
async function samplesOf(world: TestApp, cast: FuzzCast, name: CastName): Promise<Samples> {
  const answer = await world.call({ url: '/api/get/user', headers: cast.headersOf(name) });
  const { id, telegram_user_id: telegramId } = answer.json();
  const initData = [world.signInitData({ telegramId })];
  return { telegram_user_id: [telegramId], user_id: [id], initData, secret: [SECRET] };
}

async function sendAll(world: TestApp, cast: FuzzCast, requests: readonly FuzzRequest[]) {
  const faults: string[] = [];
  const carriedOut = new Set<string>();
  let next = 0;
  const worker = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { by, call, method, url, payload } = request;
      const answer = await world.app.inject(injected(request, cast.headersOf(by)));
      if (answer.statusCode >= 500)
        faults.push(`${answer.statusCode} ${by} ${method} ${url} ${payload} ${answer.body}`);
      if (answer.statusCode < 400 && method === call.method) carriedOut.add(nameOf(call));
      await cast.note(by, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { faults, carriedOut };
}

async function faultsOfFilters(world: TestApp, cast: FuzzCast): Promise<string[]> {
  const faults: string[] = [];
  for (const name of CAST.slice(1)) {
    const answer = await world.call({ url: '/filters/get/filters', headers: cast.headersOf(name) });
    faults.push(...filterFaults(answer.json()));
  }
  return faults;
}
