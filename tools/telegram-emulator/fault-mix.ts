import { RandomStream } from '../bench/matching/random-stream.ts';
import type { Fault, FaultMix, MixedFault } from './types.ts';

const STREAM = 40;

const FAULTS: Readonly<Record<MixedFault, Omit<Fault, 'method'>>> = {
  throttled: { kind: 'error', errorCode: 429, retryAfter: 1 },
  'error-500': { kind: 'error', errorCode: 500 },
  'html-502': { kind: 'html-502' },
  'reset-before': { kind: 'reset-before' },
  'reset-after': { kind: 'reset-after' },
  'hang-after': { kind: 'hang-after' },
  slow: { kind: 'slow', ms: 1500 },
  'invalid-json': { kind: 'invalid-json' },
  'ok-false': { kind: 'error', errorCode: 500, httpStatus: 200 },
};

/** Faults of many kinds among the calls that send something: the n-th of them meets the same for the same seed. */
export class FaultDraw {
  readonly #shares: readonly (readonly [MixedFault, number])[];
  readonly #random: RandomStream;

  constructor({ seed, percent }: FaultMix) {
    this.#random = new RandomStream(seed, STREAM);
    this.#shares = Object.entries(percent) as [MixedFault, number][];
  }

  take(method: string): Fault | undefined {
    if (!method.startsWith('send')) return undefined;
    let at = this.#random.next() * 100;
    for (const [name, share] of this.#shares) {
      if (at < share) return { method, ...FAULTS[name] };
      at -= share;
    }
    return undefined;
  }
}
