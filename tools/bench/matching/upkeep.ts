import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { MatchIndex } from '#core/matching/match-index.ts';
import { matches } from '#core/matching/matches.ts';
import { type Summary, summarise } from '../summary.ts';
import type { Exactness } from './exactness.ts';
import { watchInterruptions } from './interruptions.ts';
import { ascending, isSame } from './matcher.ts';
import { collectGarbage, type Memory, measureMemory } from './memory.ts';
import { RandomStream } from './random-stream.ts';
import { activeFilters, entriesOf } from './saved-filters.ts';
import { createWorkload } from './workload.ts';

/** What it takes to keep a large index: room, and the time of a change. */
export interface Upkeep {
  readonly filters: number;
  readonly memory: Memory;
  readonly changes: readonly ChangeRow[];
  /** How often the system took the processor away during all changes. */
  readonly preemptions: number;
  /** After all changes. */
  readonly exactness: Exactness;
}

export interface ChangeRow {
  readonly name: string;
  readonly summary: Summary;
  /** Of the slowest one, how long the garbage collector worked in it. */
  readonly collectedInWorstMs: number;
}

interface Change {
  readonly kind: 'edit' | 'add' | 'remove';
  readonly id: number;
  /** null: removed. */
  readonly criteria: FilterCriteria | null;
}

interface Options {
  readonly seed: number;
  readonly saved: number;
  /** Of each kind. */
  readonly changes: number;
  readonly checkedAds: number;
}

const NAMES = {
  edit: 'new criteria for a filter that is there',
  add: 'a filter added',
  remove: 'a filter removed',
} as const;
const CHANGE_STREAM = 4;
/** Of each kind, before times count. */
const WARM_UP = 1_000;

/** The index alone in the process, as in the service: its filters are drawn one by one and kept by nobody else. */
export async function measureUpkeep(options: Options): Promise<Upkeep> {
  const { seed, saved } = options;
  drawOnce(seed);
  const before = measureMemory();
  const index = new MatchIndex();
  index.build(entriesOf(activeFilters(seed, saved)));
  const after = measureMemory();
  const filters = index.size;
  const changes = drawChanges(options);
  for (const change of changes.slice(0, 3 * WARM_UP)) apply(index, change);
  // What drawing them left behind is no part of a change.
  collectGarbage();
  const timed = await timeChanges(index, changes.slice(3 * WARM_UP));
  return {
    filters,
    memory: { objects: after.objects - before.objects, buffers: after.buffers - before.buffers },
    ...timed,
    exactness: checkAfter(index, changes, options),
  };
}

/** What the generator itself keeps is there before memory is measured. */
function drawOnce(seed: number): void {
  for (const { criteria } of activeFilters(seed, 1_000)) matches(criteria, createWorkload(seed).ad());
}

/** An edit, an addition and a removal in turn; no filter is touched twice. */
function drawChanges({ seed, saved, changes }: Options): Change[] {
  const random = new RandomStream(seed, CHANGE_STREAM);
  const { filter } = createWorkload(seed + 1);
  const touched = new Set<number>();
  const active = Uint32Array.from(activeFilters(seed, saved), ({ id }) => id);
  const untouched = () => {
    let id = 0;
    do id = active[random.whole(0, active.length - 1)] ?? 0;
    while (touched.has(id));
    touched.add(id);
    return id;
  };
  return Array.from({ length: changes + WARM_UP }, (_, n): Change[] => [
    { kind: 'edit', id: untouched(), criteria: filter().criteria },
    { kind: 'add', id: saved + 1 + n, criteria: filter().criteria },
    { kind: 'remove', id: untouched(), criteria: null },
  ]).flat();
}

function apply(index: MatchIndex, { id, criteria }: Change): void {
  if (criteria) index.upsert(id, criteria);
  else index.remove(id);
}

async function timeChanges(
  index: MatchIndex,
  changes: readonly Change[],
): Promise<Pick<Upkeep, 'changes' | 'preemptions'>> {
  const times = { edit: [] as number[], add: [] as number[], remove: [] as number[] };
  const worst = { edit: [0, 0], add: [0, 0], remove: [0, 0] };
  const interruptions = watchInterruptions();
  for (const change of changes) {
    const start = performance.now();
    apply(index, change);
    const ms = performance.now() - start;
    times[change.kind].push(ms);
    if (ms > (worst[change.kind][1] ?? 0)) worst[change.kind] = [start, ms];
  }
  const { collecting, preemptions } = await interruptions();
  const rowOf = (kind: Change['kind']): ChangeRow => {
    const [start = 0, ms = 0] = worst[kind];
    return { name: NAMES[kind], summary: summarise(times[kind]), collectedInWorstMs: collecting(start, ms) };
  };
  return { changes: [rowOf('edit'), rowOf('add'), rowOf('remove')], preemptions };
}

/** The filters are drawn once more, with the changes in their place, and the definition is asked of each. */
function checkAfter(index: MatchIndex, changes: readonly Change[], { seed, saved, checkedAds }: Options): Exactness {
  const { ad } = createWorkload(seed);
  const ads = Array.from({ length: checkedAds }, ad);
  const changed = new Map(changes.map((change) => [change.id, change.criteria]));
  const expected = ads.map((): number[] => []);
  const note = (id: number, criteria: FilterCriteria) => {
    for (const [n, facts] of ads.entries()) if (matches(criteria, facts)) expected[n]?.push(id);
  };
  for (const { id, criteria } of activeFilters(seed, saved)) if (!changed.has(id)) note(id, criteria);
  for (const [id, criteria] of changed) if (criteria) note(id, criteria);
  const wrong = ads.filter((facts, n) => !isSame(ascending(index.match(facts)), ascending(expected[n] ?? [])));
  return { checked: ads.length, wrong: wrong.length, hits: expected.flat().length };
}
