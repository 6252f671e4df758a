import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { IdList } from '../db/id-list.ts';

/** A report as administrators read it. */
export interface ReportedProblem {
  readonly id: number;
  /** Empty when the account is gone. */
  readonly firstName: string;
  readonly text: string;
  readonly createdAt: Date;
}

export interface ProblemRow {
  readonly id: string;
  readonly first_name: string;
  readonly text: string;
  readonly created_at: string;
}

export const PROBLEM_LIST: IdList = {
  select: 'id, first_name, text, created_at',
  from: 'problems',
  id: 'id',
  order: 'newest',
  searched: ['first_name', 'text'],
};

/** Those of these reports that there still are, in no order. */
export async function findProblems(em: EntityManager, ids: readonly number[]): Promise<ReportedProblem[]> {
  const { select, from } = PROBLEM_LIST;
  const rows = await em.execute<ProblemRow[]>(`select ${select} from ${from} where id = any(?::bigint[])`, [
    bigints(ids),
  ]);
  return rows.map(reportedProblem);
}

export function reportedProblem({ id, first_name, text, created_at }: ProblemRow): ReportedProblem {
  return { id: Number(id), firstName: first_name, text, createdAt: new Date(created_at) };
}
