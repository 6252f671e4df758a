/**
 * Numbers that a restored database must not give out again: of ids, of revisions, and of claims.
 *
 * What has been given out since the backup is not in the file. A database that is replaced knows it, also after an
 * earlier restore of the same file, so the numbers go on from the higher of both. One that was made anew knows nothing:
 * there the time since the backup stands for what was given out in it, here or by an earlier restore elsewhere.
 */
import pg, { type ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';
import type { BackupHeader } from './backup-format.ts';
import { readSequences } from './stored-schema.ts';

/** The highest that a database has given out. */
export interface GivenOut {
  readonly sequences: Readonly<Record<string, number>>;
  /** Of any recipient. */
  readonly claim: number;
}

/** From where the numbers go on. */
export interface GoOnBehind {
  /** What stood in the database before the backup. */
  readonly replaced: GivenOut;
  /** How far beyond the highest that is known. */
  readonly gap: number;
}

/** For what a moment brings, and a clock that is wrong by hours. */
const NUMBER_GAP = 1_000_000;
/** More than a service gives out of any kind over a time, and few enough for thousands of years. */
const NUMBERS_PER_SECOND = 100;
/** Half of what a number of JavaScript holds exactly: as many are left to be given out. */
const MOST = 2 ** 52;

export function gapSince({ createdAt }: BackupHeader, now: Date): number {
  const seconds = Math.max(0, Math.ceil((now.getTime() - Date.parse(createdAt)) / 1000));
  return NUMBER_GAP + NUMBERS_PER_SECOND * seconds;
}

/** To be asked before the database is changed. */
export async function readGivenOut(client: ClientBase): Promise<GivenOut> {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('recipients') as found");
  return { sequences: await readSequences(client), claim: rows[0]?.found ? await readHighestClaim(client) : 0 };
}

/**
 * Behind the load, and again where migrations may have made a sequence since: one that the backup lacks begins behind
 * what was given out under its name.
 */
export async function moveSequencesOn(
  client: ClientBase,
  { sequences }: BackupHeader,
  { replaced, gap }: GoOnBehind,
): Promise<void> {
  for (const [name, present] of Object.entries(await readSequences(client))) {
    const highest = Math.max(replaced.sequences[name] ?? 0, sequences[name] ?? 0);
    const last = requireRoom(Math.max(present, highest + gap));
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
  }
}

/** On the schema of this release. */
export async function raiseClaims(client: ClientBase, { replaced, gap }: GoOnBehind): Promise<void> {
  requireRoom(Math.max(replaced.claim, await readHighestClaim(client)) + gap);
  await client.query('update recipients set claim = greatest(claim, $1) + $2', [replaced.claim, gap]);
}

async function readHighestClaim(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ claim: string | null }>('select max(claim) as claim from recipients');
  return Number(rows[0]?.claim ?? 0);
}

function requireRoom(number: number): number {
  if (number > MOST)
    throw new BackupError('The numbers of the backup, or of the database, are too high to go on from.');
  return number;
}
