/**
 * Runs the benchmarks and writes docs/benchmarks.md: all of them, or with `--only NAME` one, whose section alone is made
 * anew. `--quick` takes fewer samples and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAdmin } from './admin.ts';
import { circumstances, withSection } from './document.ts';
import { benchLatency } from './latency.ts';
import { benchMatching } from './matching/matching.ts';
import { benchPipeline } from './pipeline/pipeline.ts';
import { benchPreview } from './preview/preview.ts';

/** Each answers its section of the document. */
const BENCHMARKS = {
  matching: benchMatching,
  pipeline: benchPipeline,
  preview: benchPreview,
  latency: benchLatency,
  admin: benchAdmin,
} satisfies Record<string, (options: { quick: boolean; circumstances: string }) => Promise<string>>;
const REPORT = new URL('../../docs/benchmarks.md', import.meta.url);

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });

const chosen = Object.entries(BENCHMARKS).filter(([name]) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(`There is no benchmark ${values.only}, only ${Object.keys(BENCHMARKS).join(' and ')}.`);
  process.exitCode = 2;
}
for (const [name, bench] of chosen) {
  const section = await bench({ quick: values.quick, circumstances: circumstances() });
  if (values.quick) console.log(section);
  else writeFileSync(REPORT, withSection(readFileSync(REPORT, 'utf8'), name, section));
}
