import type { Exactness } from './exactness.ts';
import type { StageFigures } from './stage.ts';
import type { Upkeep } from './upkeep.ts';

/** All that a run has seen. */
export interface MatchingFigures {
  readonly circumstances: string;
  /** How busy the machine was before: processes that wanted a processor. */
  readonly loadBefore: number;
  readonly upkeep: Upkeep;
  readonly edges: Exactness;
  /** By size, the smallest first. */
  readonly stages: readonly StageFigures[];
}
