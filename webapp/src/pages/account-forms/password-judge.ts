import { loadChunk } from '../../routing/load-chunk.ts';
import type { Judge } from './zxcvbn-judge.ts';

let judge: Judge | null = null;
let loading: Promise<Judge> | null = null;

/** Loads what judges passwords, which is as large as the rest of the app. @throws ChunkLoadError */
export function loadJudge(): Promise<Judge> {
  loading ??= loadChunk('password-judge', () => import('./zxcvbn-judge.ts')).then(
    ({ createJudge }) => (judge = createJudge()),
    (error) => {
      // Another visit of the field is another try.
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** What judges passwords; null as long as it is not loaded. */
export function loadedJudge(): Judge | null {
  return judge;
}
