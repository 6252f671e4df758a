import { many, markdownTable, tableOf, timeText } from '../summary.ts';
import { atLeast, atMost, type Target, targetsText } from '../targets.ts';
import type { PipelineFigures } from './pipeline-figures.ts';

/** The section of the document; everything that it claims was seen in this run. */
export function reportPipeline(figures: PipelineFigures): string {
  const { circumstances, loadBefore, outbox, latency, backlog, coldStarts } = figures;
  return `
## From a stored ad to its notifications
Made by \`npm run bench -- --only pipeline\`. 100,000 filters are saved, three a user, drawn by a generator with a fixed seed,
85 % of them active. The database is the embedded one with the product's settings, fsync on, and shares the machine with
the service. ${circumstances} Before, ${loadBefore.toFixed(1)} processes wanted a processor.

### Ad stored to notifications committed
The running service, 40 ads a second, each stored by a transaction of its own and released at once. From the commit of
the ad to the commit of its notifications, ${many(Math.round(latency.rowsPerAd))} for an ad, by the clock of the database: the wake-up call, the claim,
the index, the insert.

${tableOf([{ name: 'ad stored → notifications committed', summary: latency.latency }])}

### Rows of the outbox
Transactions of 360 rows for as many users, one after another on one connection.

${tableOf([
  { name: 'the rows alone', summary: outbox.alone.transactions },
  { name: 'as the matcher stores them, by `enqueueAlerts`', summary: outbox.stored.transactions },
])}

By the time of all transactions together that is ${many(Math.round(outbox.alone.rows))} rows a second by a plain insert of the rows
alone, and ${many(Math.round(outbox.stored.rows))} by \`enqueueAlerts\`, which stores each row only for a user who is there, reachable and not
paused, by a filter that is on, and of an ad that is not hidden.

### A backlog
${many(backlog.ads)} ads that had waited were matched in ${timeText(backlog.ms)}: ${many(Math.round((backlog.ads / backlog.ms) * 1_000))} ads and \
${many(Math.round((backlog.rows / backlog.ms) * 1_000))} notifications a second. Nobody
sends here, so the matcher was told not to wait for a long outbox: its back-pressure was off.

### A cold start
Until a matcher that knows no filter yet can match. It was made in the benchmark's own process, whose code was compiled by
then, and read from a database whose pages were cached. The process answers meanwhile; the longest task is how long it
did not.

${markdownTable(
  ['saved', 'active', 'warm after', 'longest task'],
  coldStarts.map(({ saved, active, ms, longestTaskMs }) => [
    many(saved),
    many(active),
    timeText(ms),
    timeText(longestTaskMs),
  ]),
)}

### Targets
${targetsText(targetsOf(figures))}`;
}

const MILLION = 1_000_000;

function targetsOf({ outbox, latency, coldStarts }: PipelineFigures): Target[] {
  const { latency: times, rowsPerAd } = latency;
  const insertMs = (rowsPerAd / outbox.stored.rows) * 1_000;
  const profile = `in transactions of their own ${many(Math.round(rowsPerAd))} rows take ${timeText(insertMs)} to store, to look their users up included; the embedded server is compiled with \`${outbox.compiledWith}\`.`;
  const million = coldStarts.find(({ saved }) => saved === MILLION);
  return [
    atMost({
      what: 'ad stored to notifications committed, median',
      limit: 5,
      value: times.p50,
      text: timeText,
      profile,
    }),
    atMost({ what: 'ad stored to notifications committed, p99', limit: 20, value: times.p99, text: timeText, profile }),
    atLeast({
      what: 'rows of the outbox a second, the rows alone',
      limit: 100_000,
      value: outbox.alone.rows,
      text: (rows) => many(Math.round(rows)),
      profile: `half of the transactions took ${timeText(outbox.alone.transactions.p50)} for 360 rows and their commit, the slowest ${timeText(outbox.alone.transactions.worst)}; the embedded server is compiled with \`${outbox.compiledWith}\`.`,
    }),
    ...(million ? coldStartTargets(million) : []),
  ];
}

function coldStartTargets(million: PipelineFigures['coldStarts'][number]): Target[] {
  const { ms, longestTaskMs, active, collectingMs, preemptions } = million;
  const profile = `${timeText(ms / active)} for a filter, to sort, read and index it; the garbage collector had ${timeText(collectingMs)} of all, \
and the system took the processor away ${many(preemptions)} times.`;
  return [
    atMost({ what: 'warm at 1M saved filters', limit: 10_000, value: ms, text: timeText, profile }),
    atMost({ what: 'longest task meanwhile', limit: 50, value: longestTaskMs, text: timeText, profile }),
  ];
}
