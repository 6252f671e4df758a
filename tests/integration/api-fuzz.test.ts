import { expect, it } from 'vitest';
import { fuzzApi } from '../support/fuzz/fuzz-run.ts';

it('three thousand requests from the contracts end in no fault of ours, and store nothing that should not be', async () => {
  const { seed, faults, missed, stored, bystanders } = await fuzzApi(3000);
  expect(faults.slice(0, 5), `VANAGS_FUZZ_SEED=${seed}`).toEqual([]);
  expect(missed, 'not one such call was carried out').toEqual([]);
  expect(stored).toEqual([]);
  expect(bystanders.after).toEqual(bystanders.before);
}, 120_000);
