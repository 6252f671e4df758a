import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { BUSY, somebodyBusy } from '../support/busy-account.ts';

let world: AccountWorld;
let busy: Account;
let admin: Account;
beforeAll(async () => {
  world = await openAccountWorld();
  ({ busy } = await somebodyBusy(world));
  admin = await world.someone({ role: 'admin', firstName: 'Ada' });
  await world.sql("insert into sources (id) values ('ss-lv')");
});
afterAll(() => world.close());

/** The names of all fields in an answer, as `filters.name`; members of lists and tables stand for one another. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((member) => fieldsOf(member, at));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [at];
  return Object.entries(value).flatMap(([key, member]) =>
    fieldsOf(member, /^\d+$/.test(key) ? at : [at, key].filter(Boolean).join('.')),
  );
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const under = (at: string, text: string) => words(text).map((key) => `${at}.${key}`);

const CRITERIA = words(`
  area bodyType carBrand carModel checkup color dealType engine gearBox priceMax priceMin runMax runMin volumeMax
  volumeMin yearMax yearMin`);
const AD = `
  area bodyType brand checkup color dealType engine externalId firstSeenAt gearBox id mileage model name photo postedAt
  price priceHistory seller source title url volume year`;

const ROLE_NAMES = 'admin advanced basic user';
const LIST = words('nextCursor total');
const SOURCE = `
  badRowsToday failuresToday id lastReadAt lastSweepAt lastSweepMinutes rowsToday state`;

/** What each reading call may tell, and nothing else; the export is all there is, for its user. */
const TOLD: Readonly<Partial<Record<keyof typeof PATHS, readonly string[]>>> = {
  status: ['isLoggedIn', ...under('user', 'first_name id telegram_user_id')],
  user: words('first_name id language role telegram_user_id username'),
  userInfo: ['firstName'],
  filterLimit: words('limit role'),
  combinedCount: ['combinedCount'],
  filters: [...CRITERIA, ...words('active alertsThisWeek brandName filterName lastAlertAt modelNames')],
  settings: words(`
    alerts delivery language quietFrom quietTo reachable testAlert.at testAlert.state timeZone`),
  sessions: under('sessions', 'client createdAt current lastUsedAt way'),
  alerts: [...under('alerts.ad', AD), ...under('alerts', 'filterNames gone hidden occasion oldPrice sentAt')],
  plans: under('plans', 'available current limit plan requested'),
  adminUsers: [
    ...under('allUsers', 'activeFilters filterLimit first_name id role telegram_user_id'),
    ...under('byRole', ROLE_NAMES),
    ...under('limits', ROLE_NAMES),
    ...LIST,
  ],
  adminProblems: [...under('problems', 'created_at first_name id problem_description'), ...LIST],
  adminPlanRequests: [
    ...under('requests', 'createdAt id plan'),
    ...under('requests.user', 'first_name id role telegram_user_id'),
    ...LIST,
  ],
  adminFeedback: [...under('feedback', 'comment createdAt email first_name id rating'), 'averageRating', ...LIST],
  adminFigures: [
    'at',
    ...under('users', 'today total'),
    ...under('users.byRole', ROLE_NAMES),
    ...under('filters', 'active total'),
    ...under('ads', 'new renewed'),
    ...under('alerts', 'byHour.from byHour.sent priceDrops sent'),
    ...under('outbox', 'dead oldestWaitingSeconds waiting'),
    ...under('sources', SOURCE),
    ...words('feedback planRequests problems'),
  ],
  config: [
    ...words('botName botUrl devLogin environment languages'),
    ...under('contact', 'address email latitude longitude phone'),
  ],
  health: ['status'],
  readiness: words('db leader oldestPendingSeconds poller reasons sender'),
};
const NOT_ASKED = ['signout', 'userExport'];

it('every reading call tells what is listed, and nothing else', async () => {
  for (const [name, path] of Object.entries(PATHS)) {
    if (NOT_ASKED.includes(name)) continue;
    const answer = await (name.startsWith('admin') ? admin : busy).ask('GET', path);
    const told = answer.statusCode === 200 ? [...new Set(fieldsOf(answer.json()))].sort() : undefined;
    expect([name, told]).toEqual([name, TOLD[name as keyof typeof PATHS]?.toSorted()]);
    // Where an answer to feedback may go is what its writer gave for that.
    const secrets = [BUSY.phone, 'the-hash', 'argon2', ...(name === 'adminFeedback' ? [] : [BUSY.email])];
    for (const secret of secrets) expect(answer.body).not.toContain(secret);
  }
});
