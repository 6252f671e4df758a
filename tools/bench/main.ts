/**
 * Measures how long an ad takes from the market to the chat, and writes docs/benchmarks.md.
 * `--quick` takes fewer samples and writes nothing.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureLatency, type Summary } from './latency.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });

/** What the reader keeps to unless it is told otherwise. */
const POLITE_DELAY_MS = 2_000;

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const rows: { name: string; summary: Summary }[] = [];
for (const [name, delayMs, samples] of [
  ['the source read without pauses', 0, values.quick ? 20 : 200],
  ['the default pause of 2 s between requests', POLITE_DELAY_MS, values.quick ? 5 : 40],
] as const) {
  const summary = await measureLatency({ delayMs, samples });
  rows.push({ name, summary });
  console.log(`${name}: ${JSON.stringify(summary)}`);
}

if (!values.quick) writeFileSync(new URL('../../docs/benchmarks.md', import.meta.url), report());

function report(): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return `# Benchmarks

Made by \`npm run bench\` on ${machine}, embedded PostgreSQL 18.4 with fsync on, after commit
${commit}. Service, both emulators and database share the machine. It takes twelve minutes; \`npm run bench -- --quick\`
takes two and writes nothing.

## From the market to the chat
From the moment an ad can be seen on the market until Telegram has accepted the message, the wait for the poll taken
out: the worker is woken as the ad appears. In between: list pages, the ad's own page, matching, outbox, send.

| | samples | median | p95 | p99 | worst |
|---|---|---|---|---|---|
${rows
  .map(
    ({ name, summary: s }) =>
      `| ${name} | ${s.samples} | ${ms(s.p50)} | ${ms(s.p95)} | ${ms(s.p99)} | ${ms(s.worst)} |`,
  )
  .join('\n')}

With the pause, nearly all of the time is politeness: what is left of the pause after the last request, and one between
the list page that shows the ad and the ad's own page. Of 40 samples, p99 is the worst. The target is 5 s at p99.
`;
}
