import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { keptSince } from '../retention/kept-for.ts';
import type { Actor, ActorWay } from './actor.ts';
import { AdminAudit } from './admin-audit.entity.ts';

/** What administrators do, and how their log-ins end. `role.basic` = somebody got this role. */
export const AUDIT_ACTIONS = [
  'role.user',
  'role.basic',
  'role.advanced',
  'role.admin',
  'user.delete',
  'problem.delete',
  'plan.decline',
  'login',
  'login.refused',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly by: Actor;
  readonly action: AuditAction;
  /** The user whom it concerned; null where there is none. */
  readonly targetUserId: number | null;
}

export interface AuditLine {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly way: ActorWay;
  readonly ip: string | null;
}

/** Which lines are asked for. */
interface AuditQuery {
  readonly limit: number;
  /** Only lines that are older than this one. */
  readonly beforeId?: number;
  /** Only lines that concern this user. */
  readonly userId?: number;
}

/** Who did what to whom, when and from where. */
export class AuditLog {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** Adds a line inside the caller's transaction, so that a deed and its line stand or fall together. */
  async record(em: EntityManager, { by, action, targetUserId }: AuditEntry): Promise<void> {
    const { name: actor, way, ip } = by;
    await em.insert(AdminAudit, {
      actor,
      way,
      ip,
      action,
      targetHash: targetHash(targetUserId),
      at: this.#clock.now(),
    });
  }

  /** Deletes a batch of lines that nobody will ask for any more; answers how many. */
  forgetOld(): Promise<number> {
    const values = [keptSince('admin_audit', this.#clock.now())];
    return deleteBatch(this.#em, { table: 'admin_audit', key: ['id'], where: 'at <= ?', values });
  }

  /** The newest lines first; only those about a user where one is named. */
  async list({ limit, beforeId, userId }: AuditQuery): Promise<AuditLine[]> {
    const conditions: { sql: string; value: unknown }[] = [];
    if (beforeId !== undefined) conditions.push({ sql: 'id < ?', value: beforeId });
    if (userId !== undefined) conditions.push({ sql: CONCERNS, value: nameOf(userId) });
    const where = conditions.length > 0 ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : '';
    const rows = await this.#em.execute<(Omit<AuditLine, 'id' | 'at'> & { id: string; at: string })[]>(
      `select id, at, actor, action, way, ip from admin_audit ${where} order by id desc limit ?`,
      [...conditions.map(({ value }) => value), limit],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at) }));
  }
}

/** Whether a line concerns somebody can only be tried: each has a salt of its own. */
const CONCERNS = `split_part(target_hash, '$', 2) =
  encode(sha256(convert_to(split_part(target_hash, '$', 1) || ?::text, 'UTF8')), 'hex')`;

function targetHash(userId: number | null): string {
  if (userId === null) return '';
  const salt = randomBytes(16).toString('hex');
  return `${salt}$${createHash('sha256')
    .update(`${salt}${nameOf(userId)}`)
    .digest('hex')}`;
}

function nameOf(userId: number): string {
  return `user ${userId}`;
}
