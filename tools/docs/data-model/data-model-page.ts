import { KEPT_FOR_MS, type KeptTable } from '#core/retention/kept-for.ts';
import { GENERATED, page, table } from '../generated.ts';
import { entityDiagram } from './entity-diagram.ts';
import { ALONE, CHAPTERS, KEPT_SINCE } from './meanings.ts';
import { pipelinePart } from './pipeline-part.ts';
import type { Table } from './tables.ts';

const INTRODUCTION = `PostgreSQL holds the truth; this is what of it. The entities in \`core\` describe the tables, migrations make them, and
constraints stand in the database. [architecture.md](architecture.md#data) says why single columns are as they are,
[operations.md](operations.md) what is deleted when.`;

const LEGEND = `Solid lines are foreign keys: a row goes with the one it names, but for \`problems\`, which only forgets it. Dotted lines
name rows by their number alone, which keeps writing cheap and lets a row outlive what it names. Boxes show the keys and
what one looks for first, not every column; a box with its key alone belongs to another diagram. How long rows are kept\nstands beside them; where nothing does, they go with the row they name, or are few.`;

/** docs/data-model.md. @throws where a table has no meaning, or a meaning no table */
export function dataModelPage(tables: readonly Table[]): string {
  const byName = new Map(tables.map((each) => [each.name, each]));
  assertAllTold(byName);
  return page(
    '# Pipeline and data model',
    GENERATED,
    INTRODUCTION,
    pipelinePart(new Set(byName.keys())),
    '## Tables',
    LEGEND,
    ...CHAPTERS.flatMap((chapter) => [
      `### ${chapter.title}`,
      chapter.says,
      entityDiagram(chapter, byName),
      meaningsTable(Object.entries(chapter.tables).map(([name, { meaning }]) => [name, meaning])),
    ]),
    '### Tables that stand alone',
    meaningsTable(Object.entries(ALONE)),
  );
}

function assertAllTold(tables: ReadonlyMap<string, Table>): void {
  const told = [...CHAPTERS.flatMap((chapter) => Object.keys(chapter.tables)), ...Object.keys(ALONE)];
  const untold = [...tables.keys()].filter((name) => !told.includes(name));
  const unknown = told.filter((name) => !tables.has(name));
  if (untold.length + unknown.length > 0)
    throw new Error(
      `tools/docs/data-model/meanings.ts: without a meaning: ${untold.join(', ') || 'none'}; without a table: ${unknown.join(', ') || 'none'}`,
    );
}

function meaningsTable(meanings: readonly (readonly [string, string])[]): string {
  return table(
    ['Table', 'Meaning', 'Kept'],
    meanings.map(([name, meaning]) => [`\`${name}\``, meaning, keptFor(name)]),
  );
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function keptFor(name: string): string {
  if (!isKept(name)) return '';
  const length = KEPT_FOR_MS[name];
  return length === 0 ? `until ${KEPT_SINCE[name]}` : `${inWords(length)} after ${KEPT_SINCE[name]}`;
}

const isKept = (name: string): name is KeptTable => name in KEPT_FOR_MS;

function inWords(ms: number): string {
  if (ms > 2 * DAY_MS) return `${ms / DAY_MS} days`;
  return ms >= HOUR_MS ? `${ms / HOUR_MS} hours` : `${ms / MINUTE_MS} minutes`;
}
