import { connect } from '#core/db/open.ts';

/** Nobody is there: the metadata of the entities needs no server. */
const NOWHERE = 'postgresql://nobody@localhost:1/nothing';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  /** The table whose row it names, by a foreign key. */
  readonly refersTo: string | null;
  readonly isNullable: boolean;
  /** At most one row names the same. */
  readonly isUnique: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Every table of the product, as the entities describe it. */
export async function readTables(): Promise<Table[]> {
  const orm = await connect(NOWHERE);
  try {
    return [...orm.getMetadata().getAll().values()].map(({ tableName, props }) => ({
      name: tableName,
      columns: props.map((prop) => ({
        name: prop.fieldNames?.[0] ?? prop.name,
        type: (prop.columnTypes?.[0] ?? '').replace(/\(\d+\)/, ''),
        isKey: prop.primary ?? false,
        refersTo: prop.targetMeta?.tableName ?? null,
        isNullable: prop.nullable ?? false,
        isUnique: prop.kind === '1:1',
      })),
    }));
  } finally {
    await orm.close(true);
  }
}
