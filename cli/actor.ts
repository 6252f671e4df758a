import { userInfo } from 'node:os';
import type { Actor } from '#core/audit/actor.ts';

/** Whoever holds the machine acts here; the audit log gets the name of the log-in. */
export function actorOfMachine(): Actor {
  return { userId: null, name: loginName(), way: 'cli', ip: null };
}

/** In a container the process often runs under a number that no account stands for. */
function loginName(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    return 'unknown';
  }
}
