import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from './load-chunk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('answers the loaded part', async () => {
  await expect(loadChunk('page', async () => 'part')).resolves.toBe('part');
});

it('names the part that failed, and keeps the reason', async () => {
  const cause = new TypeError('Failed to fetch');
  const error = await loadChunk('filters', () => Promise.reject(cause)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: 'ChunkLoadError', message: 'Loading chunk filters failed', cause });
});

it('gives up on a part that never comes', async () => {
  const outcome = expect(loadChunk('editor', () => new Promise(() => {}))).rejects.toThrow(
    'Loading chunk editor failed',
  );
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
  await outcome;
});
