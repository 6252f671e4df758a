import { loadavg } from 'node:os';
import { many } from '../summary.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { checkEdges } from './exactness.ts';
import { reportMatching } from './report.ts';
import { runStage, type StageFigures, type StageSize } from './stage.ts';
import { measureUpkeep } from './upkeep.ts';

const SEED = 11_2026;

interface Plan {
  readonly stages: readonly StageSize[];
  readonly edgeChecks: number;
  readonly upkeep: { readonly saved: number; readonly changes: number; readonly checkedAds: number };
}

const FULL: Plan = {
  stages: [
    { saved: 1_000, turns: 300, slowTurns: 300, alone: 2_000, patienceMs: 2_000, checked: 1_700 },
    { saved: 10_000, turns: 300, slowTurns: 60, alone: 2_000, patienceMs: 2_000, checked: 1_700 },
    { saved: 100_000, turns: 200, slowTurns: 12, alone: 2_000, patienceMs: 2_000, checked: 300 },
    { saved: 1_000_000, turns: 200, slowTurns: 0, alone: 2_000, patienceMs: 2_000, checked: 0 },
  ],
  edgeChecks: 20_000,
  upkeep: { saved: 1_000_000, changes: 20_000, checkedAds: 20 },
};
const QUICK: Plan = {
  stages: [
    { saved: 1_000, turns: 60, slowTurns: 60, alone: 2_000, patienceMs: 400, checked: 300 },
    { saved: 10_000, turns: 60, slowTurns: 20, alone: 2_000, patienceMs: 400, checked: 300 },
  ],
  edgeChecks: 4_000,
  upkeep: { saved: 10_000, changes: 2_000, checkedAds: 20 },
};

/** The index of the product beside the other ways of finding the filters that an ad matches. */
export async function benchMatching(options: { quick: boolean; circumstances: string }): Promise<string> {
  const plan = options.quick ? QUICK : FULL;
  const [loadBefore = 0] = loadavg();
  // First, while nothing else is in memory.
  const upkeep = await measureUpkeep({ seed: SEED, ...plan.upkeep });
  console.log(`kept ${many(upkeep.filters)} filters`);
  const edges = checkEdges(SEED, plan.edgeChecks);
  const server = await startBenchServer();
  try {
    const stages = await runStages(server, plan.stages);
    return reportMatching({ ...options, loadBefore, upkeep, edges, stages });
  } finally {
    await server.close();
  }
}

async function runStages(server: BenchServer, sizes: readonly StageSize[]): Promise<StageFigures[]> {
  const clients = [await server.connect(), await server.connect()] as const;
  const stages: StageFigures[] = [];
  for (const size of sizes) {
    const stage = await runStage(clients, SEED, size);
    console.log(`matched among ${many(stage.active)} filters`);
    stages.push(stage);
  }
  return stages;
}
