import * as z from 'zod/mini';
import { idSchema, telegramIdSchema } from './identifier.ts';

/** Shortest description of a problem, in characters that a person sees. */
export const MIN_PROBLEM_CHARACTERS = 8;
export const MAX_PROBLEM_CHARACTERS = 2000;

/** Body of `POST /api/report-problem`. Who reports is the session; the ids beside the text must be the same. */
export const reportProblemSchema = z.strictObject({
  user_id: z.union([z.int(), idSchema]),
  telegram_user_id: telegramIdSchema,
  first_name: z.string(),
  problem_description: z.string(),
});
export type ReportProblem = z.input<typeof reportProblemSchema>;
