import type { Actor } from '#core/audit/actor.ts';

/** Whoever sits at the command line. */
export const OPERATOR: Actor = { userId: null, name: 'operator', way: 'cli', ip: null };
