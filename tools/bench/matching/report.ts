import { many, markdownTable, tableOf, timeText } from '../summary.ts';
import { targetsText } from '../targets.ts';
import { ADS_AT_LEAST } from './alone.ts';
import type { MatchingFigures } from './matching-figures.ts';
import { bytesOf, megabytes, targetsOf } from './matching-targets.ts';
import type { StageFigures } from './stage.ts';
import type { Upkeep } from './upkeep.ts';

/** What each method is, in the order of the tables. */
const METHODS = `
- **the index**: \`core/matching/match-index.ts\`, as the service uses it;
- **best SQL**: a row for each make and model that a filter names, lists as masks of bits, open ends as numbers beyond
  all others, one covering index, a prepared statement;
- **typical SQL**: one row for a filter, a B-tree on the make, \`brand = '0' or brand = $1 …\`, a prepared statement;
- **typical SQL without an index**: the same statement, which then reads the whole table;
- **sift**, **mingo**: each filter compiled once to a query of MongoDB, all of them asked;
- **naive loop**: the predicate \`matches()\` asked of every filter; it is the definition, so it also judges the others.`;

/** The section of the document; everything that it claims was seen in this run. */
export function reportMatching(figures: MatchingFigures): string {
  const { stages, circumstances, loadBefore, upkeep } = figures;
  const patienceMs = Math.max(...stages.map(({ size }) => size.patienceMs));
  return `
## Which filters does an ad match?
Made by \`npm run bench -- --only matching\`. All methods have the same filters and get the same ads, drawn by a
generator with a fixed seed; of the filters saved only the active ones are loaded, about 85 %. One process, and beside it
a PostgreSQL of its own with fsync on and 1 GB of shared buffers, asked over a local connection and free to use all
cores; it answers with all ids in one binary value. ${circumstances} Before, ${loadBefore.toFixed(1)} processes wanted a processor.
${METHODS}

### In turns
On each ad every method takes its turn, so each finds the caches as the others left them, as in a service that did
something else since the last ad. What they found was compared. Of fewer than 100 ads p99 is the worst. The ratios to the index: of the medians over the
ads that both had, and the median of the ratios ad by ad.
${stages.map(turnsText).join('\n')}

### Each alone
Back to back: median / p99, by filters saved. Each had the same ads until ${patienceMs / 1_000} s were
over, and ${ADS_AT_LEAST} of them in any case; in brackets how many, where it did not get through.

${aloneTable(stages)}

The index: a straight line through its times, the slowest twentieth left out, gives what an ad costs at least and what
each filter found adds.

${growthTable(stages)}

### Exactness
Ads of which the index was compared with the definition.

${exactnessTable(figures)}

### Keeping ${many(upkeep.filters)} active filters
${upkeepText(upkeep)}

### Targets
${targetsText(targetsOf(figures))}`;
}

function turnsText({ size, active, turns }: StageFigures): string {
  const rows = turns.map(({ name, summary, ratioOfMedians, medianOfRatios, wrong }) => [
    name,
    many(summary.samples),
    timeText(summary.p50),
    timeText(summary.p99),
    timesText(ratioOfMedians),
    timesText(medianOfRatios),
    many(wrong),
  ]);
  return `
#### ${many(size.saved)} filters saved, ${many(active)} active

${markdownTable(['', 'ads', 'median', 'p99', 'times the index', 'ad by ad', 'wrong'], rows)}`;
}

function aloneTable(stages: readonly StageFigures[]): string {
  const names = stages[0]?.alone.map(({ name }) => name) ?? [];
  const cellOf = ({ alone, size }: StageFigures, name: string) => {
    const summary = alone.find((row) => row.name === name)?.summary;
    if (!summary) return '–';
    const count = summary.samples < size.alone ? ` (${many(summary.samples)})` : '';
    return `${timeText(summary.p50)} / ${timeText(summary.p99)}${count}`;
  };
  const rows = names.map((name) => [name, ...stages.map((stage) => cellOf(stage, name))]);
  return markdownTable(['', ...stages.map(({ size }) => many(size.saved))], rows);
}

function growthTable(stages: readonly StageFigures[]): string {
  const rows = stages.map(({ size, active, alone, buildMs }) => {
    const [index] = alone;
    const parts = index ? [index.hits, index.fixedMs, index.perHitMs] : [];
    const [hits = 0, fixed = 0, perHit = 0] = parts;
    return [
      many(size.saved),
      many(active),
      hits < 10 ? hits.toFixed(1) : many(Math.round(hits)),
      timeText(fixed),
      timeText(perHit),
      timeText(buildMs),
    ];
  });
  return markdownTable(['saved', 'active', 'found by an ad', 'an ad at least', 'each found', 'built in'], rows);
}

function exactnessTable({ stages, edges }: MatchingFigures): string {
  const rows = stages.map(({ size, turns, exactness }) => [
    `${many(size.saved)} filters saved`,
    many(size.turns + exactness.checked),
    many((turns[0]?.wrong ?? 0) + exactness.wrong),
  ]);
  const edgeRow = [
    'on and beside the ends of ranges, filters coming and going',
    many(edges.checked),
    many(edges.wrong),
  ];
  return markdownTable(['', 'ads', 'wrong'], [...rows, edgeRow]);
}

function upkeepText(upkeep: Upkeep): string {
  const { memory, changes, exactness, preemptions } = upkeep;
  return `Alone in the process the index keeps ${megabytes(bytesOf(upkeep))}: ${megabytes(memory.buffers)} in typed arrays,
${megabytes(memory.objects)} in objects. Then filters were edited, added and removed in turn, one after another. Meanwhile the
system took the processor away from the process's threads ${many(preemptions)} times. After all changes
${many(exactness.wrong)} of ${many(exactness.checked)} ads found other filters than by the definition.

${tableOf(changes)}`;
}

function timesText(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : many(Math.round(ratio))} ×`;
}
