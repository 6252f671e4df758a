import { expect, it } from 'vitest';
import { FaultDraw } from './fault-mix.ts';
import type { FaultMix } from './types.ts';

const PERCENT = { throttled: 3, 'reset-after': 0.5, 'hang-after': 0.5 } as const;

function draws(mix: FaultMix, calls: number): string[] {
  const draw = new FaultDraw(mix);
  return Array.from({ length: calls }, () => draw.take('sendMessage')?.kind ?? 'none');
}

it('draws the same faults for the same seed, and others for another', () => {
  const drawn = draws({ seed: 1, percent: PERCENT }, 500);
  expect(draws({ seed: 1, percent: PERCENT }, 500)).toEqual(drawn);
  expect(draws({ seed: 2, percent: PERCENT }, 500)).not.toEqual(drawn);
});

it('draws each as often as its share says, and none for calls that send nothing', () => {
  const counts = Map.groupBy(draws({ seed: 1, percent: PERCENT }, 20_000), (kind) => kind);
  expect(counts.get('error')?.length).toBeCloseTo(600, -2);
  expect(counts.get('reset-after')?.length).toBeCloseTo(100, -2);
  expect(new FaultDraw({ seed: 1, percent: { throttled: 100 } }).take('getMe')).toBeUndefined();
});
