import { expect, it } from 'vitest';
import type { PipelineWorker } from './pipeline.ts';
import { pipelineFaults } from './pipeline-faults.ts';

const worker = (name: string, reads: string[]): PipelineWorker => ({
  name,
  does: '',
  runs: 'leader',
  reads,
  writes: [],
});
const app = "const workers = [worker('details', 1), createWorker(core, 'alarms', 2)]";
const facts = {
  pipeline: [worker('details', ['ad_events']), worker('alarms', [])],
  tables: new Set(['ad_events']),
  wakeUps: [{ from: 'ad_events', worker: 'details' }],
  app,
};

it('what is told of the pipeline is what the service does', () => expect(pipelineFaults(facts)).toEqual([]));

it('a worker, a table and a wake-up call that differ are told at once', () => {
  const faults = pipelineFaults({
    ...facts,
    pipeline: [worker('details', ['gone']), worker('retired', [])],
  });
  expect(faults).toEqual([
    'nothing is told of the worker "alarms"',
    'app.ts makes no worker "retired"',
    'there is no table gone',
    'ad_events wakes "details", which is not told to read it',
  ]);
});
