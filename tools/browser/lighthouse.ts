/** Measures the first screens with Lighthouse as on a middling phone: `npm run lighthouse`; writes docs/quality.md. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';
import { startDemo } from '#tools/dev-env/demo.ts';
import { DEMO_USER } from '#tools/dev-env/demo-user.ts';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';

const PORTS = { app: 3300, telegram: 8381, market: 8382 };
const APP = `http://localhost:${PORTS.app}`;
const TELEGRAM = `http://localhost:${PORTS.telegram}`;
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number>;

const REPORT = new URL('../../docs/quality.md', import.meta.url);
const TABLE = /<!-- lighthouse -->.*<!-- \/lighthouse -->/s;

/** What a native client puts into the page, so that it knows that it runs inside Telegram. */
const NATIVE_CLIENT = 'window.TelegramWebviewProxy = { postEvent() {} };';

/** A fresh browser each time: nothing kept, nothing cached. */
async function measure(url: string, isInTelegram: boolean): Promise<Scores> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser was found: npm run e2e installs one.');
  const browser = await launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage();
    await page.bringToFront();
    if (isInTelegram) await page.evaluateOnNewDocument(NATIVE_CLIENT);
    const result = await lighthouse(url, { onlyCategories: [...CATEGORIES], logLevel: 'error' }, undefined, page);
    if (!result) throw new Error(`Lighthouse said nothing about ${url}.`);
    for (const audit of Object.values(result.lhr.audits)) {
      const failed = audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative';
      if (failed) console.log(`  ${audit.title}: ${audit.displayValue ?? audit.score}`);
    }
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const score = (category: Category) => Math.round((result.lhr.categories[category]?.score ?? 0) * 100);
    return Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Scores;
  } finally {
    await browser.close();
  }
}

async function row(name: string, urlOf: () => Promise<string>, isInTelegram: boolean): Promise<string> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measure(await urlOf(), isInTelegram));
    console.log(`${name}: ${JSON.stringify(runs.at(-1))}`);
  }
  const median = (category: Category) => runs.map((run) => run[category]).toSorted((a, b) => a - b)[RUNS >> 1];
  return `| ${name} | ${CATEGORIES.map(median).join(' | ')} |`;
}

async function filtersUrl(): Promise<string> {
  const answer = await fetch(`${TELEGRAM}/control/web-app?user=${DEMO_USER.id}&path=/filters`);
  return ((await answer.json()) as { url: string }).url;
}

const demo = await startDemo({ ports: PORTS, still: true, devLoginSecret: randomUUID() });
try {
  const rows = [
    await row('/', async () => `${APP}/`, false),
    await row('/filters, opened by Telegram', filtersUrl, true),
  ];
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const table = [
    '<!-- lighthouse -->',
    `Median of ${RUNS} on ${machine}, Lighthouse's own emulated phone and network:`,
    '',
    '| page | performance | accessibility | best practices |',
    '|---|---|---|---|',
    ...rows,
    '<!-- /lighthouse -->',
  ].join('\n');
  writeFileSync(REPORT, readFileSync(REPORT, 'utf8').replace(TABLE, table));
} finally {
  await demo.close();
}
