/** Why a folder cannot be staged, in one line for whoever asked. */
export class StageError extends Error {
  override readonly name = 'StageError';
}
