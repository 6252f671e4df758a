import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '#tools/browser/find-browser.ts';
import type { AdminWorld } from './admin-world.ts';
import { type Summary, summarise } from './summary.ts';

const CONSOLE = '/admin/console';
const VIEWPORT = { width: 1440, height: 900 };
/** Between two letters of somebody who types fast. */
const KEY_PAUSE_MS = 90;
const SEARCHES = ['Žanete', 'Ольга', 'ann'];
const TURNS = 3;
const NEXT = /^(Nākamā|Next)$/;
const PREVIOUS = /^(Iepriekšējā|Previous)$/;
const STEP_PX = 400;
const WITHIN_MS = 20_000;
/** Longer than the box waits for the next letter. */
const STILL_MS = 600;

/**
 * Runs in the page. Counts tasks of over 50 ms and the time from a key or a press to the next paint, and notes when
 * somebody last did something and when the frame was drawn that showed the last change of the rows. `settled()` answers
 * the milliseconds in between as soon as nothing is on its way and the rows stand still.
 */
const WATCH = `
  window.watch = { tasks: [], paints: [], actedAt: 0, drawnAt: 0 };
  const keep = (list) => (entries) => list.push(...entries.getEntries().map((entry) => entry.duration));
  new PerformanceObserver(keep(watch.tasks)).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver(keep(watch.paints)).observe({ type: 'event', durationThreshold: 16, buffered: true });
  for (const deed of ['input', 'click']) addEventListener(deed, () => { watch.actedAt = performance.now(); }, true);
  const noteFrame = () => requestAnimationFrame(() => { watch.drawnAt = performance.now(); });
  const bringsRows = (node) => node.querySelector?.('td') != null;
  const isOfRows = ({ target, addedNodes }) =>
    (target.closest ? target : target.parentElement)?.closest('section') || [...addedNodes].some(bringsRows);
  new MutationObserver((changes) => changes.some(isOfRows) && noteFrame())
    .observe(document, { subtree: true, childList: true, characterData: true });
  const isSettled = () => document.querySelector('tbody td') && !document.querySelector('[aria-busy="true"]')
    && performance.now() - Math.max(watch.actedAt, watch.drawnAt) > ${STILL_MS};
  window.settled = () => new Promise((resolve, reject) => {
    const until = performance.now() + ${WITHIN_MS};
    const look = () => {
      if (isSettled()) resolve(Math.max(0, watch.drawnAt - watch.actedAt));
      else if (performance.now() > until) reject(new Error('The rows did not come.'));
      else setTimeout(look, 50);
    };
    look();
  });`;

/** Tasks that kept the page from answering for over 50 ms. */
export interface LongTasks {
  readonly count: number;
  readonly longestMs: number;
}

/** What the page did while somebody worked with it. */
export interface PageFigures {
  readonly waits: readonly { readonly name: string; readonly summary: Summary }[];
  readonly opening: LongTasks;
  readonly working: LongTasks;
  readonly rounds: number;
  /** The slowest answer to a key or a press: until the next paint. */
  readonly slowestPaintMs: number;
}

/** Milliseconds that were seen, by what they were seen of. */
class Notes {
  readonly #times = new Map<string, number[]>();

  add(name: string, times: readonly number[]): void {
    this.#times.set(name, [...this.of(name), ...times]);
  }

  of(name: string): readonly number[] {
    return this.#times.get(name) ?? [];
  }

  worstOf(name: string): number {
    return Math.max(0, ...this.of(name));
  }
}

const WAITS = {
  open: 'the page opened, with its rows',
  search: 'rows after the last letter of a search',
  turn: 'rows after a press on “Next” or “Previous”',
  sort: 'rows after a press on the head of a column',
} as const;

/** Works through the console in a real browser, so many times, each time with a fresh page. */
export async function measurePages(world: AdminWorld, rounds: number): Promise<PageFigures> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser was found: npm run e2e installs one.');
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const notes = new Notes();
    for (let round = 0; round < rounds; round++) {
      const context = await signedIn(browser, world);
      await workThrough(await context.newPage(), world.url, notes);
      await context.close();
    }
    const longTasks = (name: string) => ({ count: notes.of(name).length, longestMs: notes.worstOf(name) });
    return {
      waits: Object.values(WAITS).map((name) => ({ name, summary: summarise(notes.of(name)) })),
      opening: longTasks('opening'),
      working: longTasks('working'),
      rounds,
      slowestPaintMs: notes.worstOf('paints'),
    };
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, { url, cookie }: AdminWorld): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'lv-LV' });
  context.setDefaultTimeout(WITHIN_MS);
  await context.addCookies([{ ...cookie, url }]);
  await context.addInitScript(WATCH);
  return context;
}

/** Opens it, scrolls, searches letter by letter, turns pages, sorts by each column. */
async function workThrough(page: Page, url: string, notes: Notes): Promise<void> {
  await page.goto(url + CONSOLE);
  notes.add(WAITS.open, [await settled(page)]);
  notes.add('opening', await taken(page, 'tasks'));
  await scrollThrough(page);
  const box = page.getByRole('searchbox');
  for (const text of SEARCHES) {
    await box.clear();
    await settled(page);
    await box.pressSequentially(text, { delay: KEY_PAUSE_MS });
    notes.add(WAITS.search, [await settled(page)]);
  }
  await box.clear();
  await settled(page);
  for (const name of [...Array(TURNS).fill(NEXT), PREVIOUS]) {
    await page.getByRole('button', { name }).click();
    notes.add(WAITS.turn, [await settled(page)]);
  }
  for (const head of await page.getByRole('columnheader').getByRole('button').all()) {
    await head.click();
    notes.add(WAITS.sort, [await settled(page)]);
  }
  notes.add('working', await taken(page, 'tasks'));
  notes.add('paints', await taken(page, 'paints'));
}

/** What was noted in the page since it was last asked. */
function taken(page: Page, list: 'tasks' | 'paints'): Promise<number[]> {
  return page.evaluate<number[]>(`watch.${list}.splice(0)`);
}

/** Waits until the rows are there. @returns milliseconds from the last deed to the frame that showed the last of them. */
function settled(page: Page): Promise<number> {
  return page.evaluate<number>('settled()');
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (const step of [STEP_PX, -STEP_PX])
    for (let at = 0; at < height; at += STEP_PX) {
      await page.mouse.wheel(0, step);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    }
}
