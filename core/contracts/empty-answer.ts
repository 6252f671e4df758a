import * as z from 'zod/mini';

/** Answer of a write that has nothing more to say. */
export const emptyAnswerSchema = z.object({});
