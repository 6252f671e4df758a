/**
 * A backup is text under gzip, so that it can be looked into without us (`zcat FILE | head -1`): a header in one line of
 * JSON; then of each table of the header its rows as `COPY` writes them, closed by a line `\.`; then a line of JSON with
 * the number of rows of each. gzip guards against single bytes, the last line against an end that is missing.
 */
import { z } from 'zod';

/** Raised when an older release could not read the file any more. */
export const FORMAT = 1;

/** No value can look like it: `COPY` doubles a backslash. */
export const TABLE_END = '\\.\n';

const columnSchema = z.string().min(1);

export const headerSchema = z.object({
  vanags: z.literal('backup'),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Every migration of the schema, in order. */
  migrations: z.array(z.string().min(1)).min(1),
  /** In the order in which they can be filled: what a foreign key points at comes first. */
  tables: z.array(z.object({ name: z.string().min(1), columns: z.array(columnSchema).min(1) })).min(1),
  /** The last number that each has given out. */
  sequences: z.record(z.string(), z.number().int().nonnegative()),
});

/** Rows of each table by its name. */
export const endSchema = z.object({ rows: z.record(z.string(), z.number().int().nonnegative()) });

export type BackupHeader = z.infer<typeof headerSchema>;
export type RowCounts = z.infer<typeof endSchema>['rows'];

export const totalRows = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0);
