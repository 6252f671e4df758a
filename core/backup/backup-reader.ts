import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { aboutFile, BackupError } from './backup-error.ts';
import { type BackupHeader, endSchema, FORMAT, headerSchema, type RowCounts, TABLE_END } from './backup-format.ts';

const CHUNK_BYTES = 256 * 1024;
/** Whose first line is longer is no backup of ours. */
const MOST_LINE_BYTES = 1_000_000;
const LINE_END = 10;
const MARK = Buffer.from(`\n${TABLE_END}`);

/** Reads a backup from its first byte to its last, piece by piece, however large it is. */
export class BackupReader {
  readonly #file: string;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #close: () => void;
  #header: BackupHeader | null = null;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string, signal: AbortSignal) {
    this.#file = file;
    const disk = createReadStream(file, { highWaterMark: CHUNK_BYTES, signal });
    const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
    // What goes wrong is thrown to whoever reads.
    pipeline(disk, unpacked, () => {});
    this.#pieces = unpacked[Symbol.asyncIterator]();
    this.#close = () => void disk.destroy();
  }

  /** @throws BackupError if the file is not ours, or of a format that this release does not know */
  async header(): Promise<BackupHeader> {
    const given = await this.#json();
    const { vanags, format } = (given ?? {}) as { vanags?: unknown; format?: unknown };
    if (vanags !== 'backup' || typeof format !== 'number') throw this.#notOurs();
    if (format > FORMAT)
      throw new BackupError(`${this.#file} was written by a newer release (format ${format}): update Vanags first.`);
    const header = headerSchema.safeParse(given);
    if (!header.success) throw this.#damaged();
    this.#header = header.data;
    return header.data;
  }

  /** The rows of the next table, as they are to be handed to `COPY`; to be read to the end. */
  async *table(): AsyncGenerator<Buffer> {
    while (this.#rest.length < TABLE_END.length) await this.#more();
    if (this.#rest.subarray(0, TABLE_END.length).equals(MARK.subarray(1))) {
      this.#rest = this.#rest.subarray(TABLE_END.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(MARK);
      // The mark may lie across two pieces.
      const sure = end < 0 ? this.#rest.length - MARK.length : end + 1;
      if (sure > 0) yield this.#rest.subarray(0, sure);
      this.#rest = this.#rest.subarray(end < 0 ? Math.max(0, sure) : end + MARK.length);
      if (end >= 0) return;
      await this.#more();
    }
  }

  /**
   * Reads the last line, behind which nothing may follow.
   * @param found the rows of each table that were read
   * @throws BackupError if the line tells of others
   */
  async end(found: RowCounts): Promise<RowCounts> {
    const end = endSchema.safeParse(await this.#json());
    if (!end.success || this.#rest.length > 0 || !(await this.#next()).done) throw this.#damaged();
    const { rows } = end.data;
    const tables = new Set([...Object.keys(rows), ...Object.keys(found)]);
    for (const table of tables) if (rows[table] !== found[table]) throw this.#damaged();
    return rows;
  }

  close(): void {
    this.#close();
  }

  async #json(): Promise<unknown> {
    const line = await this.#line();
    try {
      return JSON.parse(line);
    } catch {
      throw this.#header ? this.#damaged() : this.#notOurs();
    }
  }

  async #line(): Promise<string> {
    let end = this.#rest.indexOf(LINE_END);
    while (end < 0) {
      if (this.#rest.length > MOST_LINE_BYTES) throw this.#header ? this.#damaged() : this.#notOurs();
      await this.#more();
      end = this.#rest.indexOf(LINE_END);
    }
    const line = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#next();
    if (done) throw this.#header ? this.#damaged() : this.#notOurs();
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async #next(): Promise<IteratorResult<Buffer, undefined>> {
    try {
      return await this.#pieces.next();
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw aboutFile(error, this.#file, 'read');
      throw this.#header ? this.#damaged() : this.#notOurs();
    }
  }

  #damaged = () => new BackupError(`${this.#file} is damaged: take another backup.`);
  #notOurs = () => new BackupError(`${this.#file} is no backup of Vanags, or its beginning is damaged.`);
}

/** What a whole backup holds. */
export interface BackupSummary {
  readonly header: BackupHeader;
  readonly rows: RowCounts;
}

/** Reads a backup through and stores nothing. @throws BackupError if it is not whole */
export async function checkBackup(file: string, signal: AbortSignal): Promise<BackupSummary> {
  const reader = new BackupReader(file, signal);
  try {
    const header = await reader.header();
    const found: Record<string, number> = {};
    for (const { name } of header.tables) found[name] = await countRows(reader.table());
    return { header, rows: await reader.end(found) };
  } finally {
    reader.close();
  }
}

/** A row is a line: `COPY` writes the end of a line within a value in two characters. */
async function countRows(pieces: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const piece of pieces)
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}
