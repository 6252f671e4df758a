import { PATHS } from '#core/contracts/paths.ts';
import { ADMIN_TELEGRAM_ID } from './admin-seed.ts';
import type { AdminWorld } from './admin-world.ts';
import { type Summary, summarise } from './summary.ts';

/** As many rows as the largest page holds. */
const LONG_PAGE = 500;
const DEEP = 0.5;

/** Parts of names as they are typed, from many people's to nobody's. */
const SEARCHES = {
  'a search that thousands fit': ['an', 'jā', 'але', 'AR', 'i'],
  'a search by a whole name': ['Kristīne', 'Žanete', 'Дмитрий', 'Anna Marija', 'viktor 🚗'],
  'a search that nobody fits': ['Brunhilde', 'xy', 'Ярополк', '%', 'Anna Jānis'],
} as const;

/** From the request to the last byte of the answer, one request after another, by name. */
export async function measureCalls(
  world: AdminWorld,
  { samples, users }: { samples: number; users: number },
): Promise<{ name: string; summary: Summary }[]> {
  const deepUsers = await deepCursor(world, `${PATHS.adminUsers}?sort=-id`, users);
  const deepNames = await deepCursor(world, `${PATHS.adminUsers}?sort=first_name`, users);
  const searches = Object.entries(SEARCHES).map(([name, texts]) => {
    const paths = texts.map((text) => `${PATHS.adminUsers}?search=${encodeURIComponent(text)}`);
    return [name, (sample: number) => paths[sample % paths.length] ?? ''] as const;
  });
  const calls: readonly (readonly [name: string, pathOf: (sample: number) => string])[] = [
    ['the first page of the console', () => PATHS.adminUsers],
    ['a page in the middle', () => `${PATHS.adminUsers}?sort=-id&cursor=${deepUsers}`],
    ['sorted by name', () => `${PATHS.adminUsers}?sort=first_name`],
    ['sorted by name, a page in the middle', () => `${PATHS.adminUsers}?sort=first_name&cursor=${deepNames}`],
    ['one role, sorted by messaging ID', () => `${PATHS.adminUsers}?role=advanced&sort=-telegram_user_id`],
    ...searches,
    ['a search sorted by name', () => `${PATHS.adminUsers}?search=ann&sort=first_name`],
    ['a search by user ID', (sample) => `${PATHS.adminUsers}?search=${1 + ((sample * 7919) % users)}`],
    ['a search by messaging ID', () => `${PATHS.adminUsers}?search=${ADMIN_TELEGRAM_ID}`],
    ['the figures of the hub', () => PATHS.adminFigures],
    ['reported problems', () => PATHS.adminProblems],
    ['feedback', () => PATHS.adminFeedback],
  ];
  const rows: { name: string; summary: Summary }[] = [];
  for (const [name, pathOf] of calls) {
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample++) times.push(await timed(world, pathOf(sample)));
    rows.push({ name, summary: summarise(times) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  return rows;
}

async function timed(world: AdminWorld, path: string): Promise<number> {
  const start = performance.now();
  await ask(world, path);
  return performance.now() - start;
}

async function ask({ url, cookie }: AdminWorld, path: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { cookie: `${cookie.name}=${cookie.value}` } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
  return body;
}

/** The cursor of the page in the middle of a list: nobody but the pages before knows it. */
async function deepCursor(world: AdminWorld, list: string, length: number): Promise<string> {
  let cursor = '';
  for (let read = 0; read < length * DEEP; read += LONG_PAGE) {
    const page = await ask(world, `${list}&limit=${LONG_PAGE}${cursor && `&cursor=${cursor}`}`);
    cursor = JSON.parse(page).nextCursor;
  }
  return cursor;
}
