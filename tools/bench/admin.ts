import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { measureCalls } from './admin-calls.ts';
import { type LongTasks, measurePages } from './admin-pages.ts';
import type { Amounts } from './admin-seed.ts';
import { startAdminWorld } from './admin-world.ts';
import { many, tableOf } from './summary.ts';

const LARGE: Amounts = { users: 100_000, filters: 300_000, notifications: 200_000, problems: 20_000, ads: 60_000 };
const SMALL: Amounts = { users: 10_000, filters: 30_000, notifications: 20_000, problems: 2_000, ads: 6_000 };
const WEBAPP = fileURLToPath(new URL('../../webapp/vite.config.ts', import.meta.url));

/** How long administrators wait where there are many users: for each call, and for the pages in a browser. */
export async function benchAdmin({ quick, circumstances }: { quick: boolean; circumstances: string }): Promise<string> {
  await build({ configFile: WEBAPP, logLevel: 'warn' });
  const amounts = quick ? SMALL : LARGE;
  const world = await startAdminWorld(amounts);
  try {
    const calls = await measureCalls(world, { samples: quick ? 10 : 200, users: amounts.users });
    const pages = await measurePages(world, quick ? 2 : 10);
    return `
## Administration among many users
${many(amounts.users)} users, ${many(amounts.filters)} filters, ${many(amounts.notifications)} alerts of the last thirty days,
${many(amounts.ads)} ads and ${many(amounts.problems)} reported problems, made by a generator with a fixed seed. The service
is a process of its own, asked over HTTP on the same machine.
${circumstances}

### The calls
From the request to the last byte of the answer, one request after another, signed in as an administrator.

${tableOf(calls)}

The target is 200 ms.

### The console in a browser
Chromium at 1440 × 900, the production bundle. In each of ${pages.rounds} rounds a fresh page is opened, scrolled through,
searched three times letter by letter, turned forward and back, and sorted by every column. A search waits 250 ms for
the next letter; that is part of the time.

${tableOf(pages.waits)}

| tasks of the page | over 50 ms | the longest |
|---|---|---|
| while it was opened | ${tasksText(pages.opening)} |
| while somebody worked with it | ${tasksText(pages.working)} |

The slowest answer to a key or a press was painted after ${Math.round(pages.slowestPaintMs)} ms. The target is no task above
200 ms while somebody scrolls and searches.`;
  } finally {
    await world.close();
  }
}

function tasksText({ count, longestMs }: LongTasks): string {
  return count === 0 ? '0 | less than 50 ms' : `${count} | ${Math.round(longestMs)} ms`;
}
