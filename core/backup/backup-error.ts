/** Why a backup or a restore does not go on, in a line for whoever runs it. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Codes of Node for what is wrong with a file or its disk. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk can only be read',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'no space left on the disk',
  EFBIG: 'the file grows too large',
  EIO: 'the disk failed',
};

/** The error in words where it is about a file; others as they are. */
export function aboutFile(error: unknown, file: string, deed: 'read' | 'written'): unknown {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (name === 'AbortError') return new BackupError('Broken off; nothing was changed.');
  const fault = FILE_FAULTS[String(code)];
  return fault ? new BackupError(`${file} cannot be ${deed}: ${fault}.`) : error;
}
