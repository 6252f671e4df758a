import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { runFolder, secretFolder } from './run-folder.ts';

/** Fields of a body whose value nobody else may know. */
const SECRET_FIELDS = new Set(['password', 'confirmPassword', 'currentPassword', 'secret', 'code']);
/** Six digits, or long enough not to be part of an ordinary line by chance. */
const RECOGNISABLE = /^\d{6}$|^(?=.*[^A-Za-z]).{8,200}$/s;

const noted = new Set<string>();

/** Remembers a password, a code or a key that a test uses: at the end of the run no log line may hold it. */
export function noteSecret(secret: string): void {
  if (noted.has(secret) || !RECOGNISABLE.test(secret)) return;
  noted.add(secret);
  const folder = secretFolder(runFolder());
  mkdirSync(folder, { recursive: true });
  appendFileSync(path.join(folder, `${process.pid}-${threadId}`), `${JSON.stringify(secret)}\n`);
}

/** Remembers what a test sends as a password, a code or a key. */
export function noteSecretsOf(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [field, value] of Object.entries(body))
    if (SECRET_FIELDS.has(field) && typeof value === 'string') noteSecret(value);
}
