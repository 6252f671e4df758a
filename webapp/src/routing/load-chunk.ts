/** A chunk that has not come after this long will not. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the app that could not be loaded: it hangs, or a newer version has taken it off the server. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(id: string, options?: ErrorOptions) {
    super(`Loading chunk ${id} failed`, options);
  }
}

/**
 * Loads a part of the app.
 * @throws ChunkLoadError when it fails or takes longer than `CHUNK_TIMEOUT_MS`.
 */
export function loadChunk<T>(id: string, load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(id)), CHUNK_TIMEOUT_MS);
    load()
      .then(resolve, (cause) => reject(new ChunkLoadError(id, { cause })))
      .finally(() => clearTimeout(timer));
  });
}
