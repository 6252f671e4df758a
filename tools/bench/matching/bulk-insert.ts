import type pg from 'pg';

type Row = readonly unknown[];

/** Rows that one statement brings. */
const BATCH = 20_000;

/** Runs an insert that unnests one array for each column, as often as so many rows need. */
export async function insertRows(client: pg.ClientBase, insert: string, rows: Iterable<Row>): Promise<void> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await client.query(insert, columnsOf(batch));
    batch = [];
  }
  if (batch.length > 0) await client.query(insert, columnsOf(batch));
}

function columnsOf(rows: readonly Row[]): unknown[][] {
  return rows[0]?.map((_, column) => rows.map((row) => row[column])) ?? [];
}
