import { botProfileMethods } from './bot-profile.ts';
import { editMethods } from './edit.ts';
import type { MethodTable } from './method-table.ts';
import { sendMethods } from './send.ts';
import { updateMethods } from './updates.ts';

/** Every emulated method but getUpdates, which waits and is not recorded. */
export const allMethods: MethodTable = { ...botProfileMethods, ...updateMethods, ...sendMethods, ...editMethods };
