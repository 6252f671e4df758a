import type { EntityManager } from '@mikro-orm/postgresql';
import type { Plan } from '../contracts/plans.ts';
import type { Role } from '../contracts/user.ts';
import { bigints } from '../db/bigint-array.ts';
import type { IdList } from '../db/id-list.ts';

/** A request that waits for an answer, and who asks. */
export interface OpenRequest {
  readonly id: number;
  readonly plan: Plan;
  readonly createdAt: Date;
  readonly user: { readonly id: number; readonly telegramId: number; readonly firstName: string; readonly role: Role };
}

export interface OpenRequestRow {
  readonly id: string;
  readonly plan: Plan;
  readonly created_at: string;
  readonly user_id: string;
  readonly telegram_id: string;
  readonly first_name: string;
  readonly role: Role;
}

export const OPEN_REQUEST_LIST = {
  select: `plan_requests.id, plan, plan_requests.created_at, user_id, telegram_id, first_name, role`,
  from: 'plan_requests join users on users.id = user_id',
  where: "state = 'open'",
  id: 'plan_requests.id',
  order: 'oldest',
} as const satisfies IdList;

/** Those of these requests that still wait for an answer, in no order. */
export async function findOpenRequests(em: EntityManager, ids: readonly number[]): Promise<OpenRequest[]> {
  const { select, from, where, id } = OPEN_REQUEST_LIST;
  const sql = `select ${select} from ${from} where ${where} and ${id} = any(?::bigint[])`;
  return (await em.execute<OpenRequestRow[]>(sql, [bigints(ids)])).map(openRequest);
}

export function openRequest({ id, plan, created_at, ...user }: OpenRequestRow): OpenRequest {
  return {
    id: Number(id),
    plan,
    createdAt: new Date(created_at),
    user: {
      id: Number(user.user_id),
      telegramId: Number(user.telegram_id),
      firstName: user.first_name,
      role: user.role,
    },
  };
}
