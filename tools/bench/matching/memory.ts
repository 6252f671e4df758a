import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use: of objects, and of the buffers of typed arrays beside them. */
export interface Memory {
  readonly objects: number;
  readonly buffers: number;
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // What finalizers let go of in the first round is freed in the second.
  collect();
  collect();
}

/** What is in use once all garbage is collected. */
export function measureMemory(): Memory {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { objects: heapUsed, buffers: arrayBuffers };
}
