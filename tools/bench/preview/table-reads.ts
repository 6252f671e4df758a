import type { EntityManager } from '@mikro-orm/postgresql';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { many } from '../summary.ts';
import { searchStatement } from './sql-search.ts';

/** How often statements over covering indexes went to the table of ads all the same. */
export interface TableReads {
  readonly statements: number;
  /** Rows that a scan of an index alone had to look up, as their page was not known to be visible to all. */
  readonly heapFetches: number;
  /** Scans of other kinds. */
  readonly tableScans: number;
}

/** A node of the answer of `explain (analyze, format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Heap Fetches'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs the search of each filter once more and counts what it did. */
export async function countTableReads(
  em: EntityManager,
  filters: readonly FilterCriteria[],
  now: Date,
): Promise<TableReads> {
  const nodes: PlanNode[] = [];
  for (const criteria of filters) {
    const { sql, params } = searchStatement(criteria, now);
    const [row] = await em.execute<[{ 'QUERY PLAN': [{ Plan: PlanNode }] }]>(
      `explain (analyze, format json) ${sql}`,
      params,
    );
    nodes.push(...nodesOf(row['QUERY PLAN'][0].Plan));
  }
  const scans = nodes.filter((node) => node['Relation Name'] === 'ads' && node['Actual Loops'] > 0);
  return {
    statements: filters.length,
    heapFetches: scans.reduce((sum, node) => sum + (node['Heap Fetches'] ?? 0), 0),
    tableScans: scans.filter((node) => node['Node Type'] !== 'Index Only Scan').length,
  };
}

export function tableReadsText({ statements, heapFetches, tableScans }: TableReads): string {
  const seen = `Of the statements ${many(statements)} were explained:`;
  if (heapFetches + tableScans === 0) return `${seen} none of them read the table.`;
  return `${seen} ${many(tableScans)} of their scans were of the table, and the others fetched ${many(heapFetches)} rows from it.`;
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
