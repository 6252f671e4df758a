import { z } from 'zod';

/** The id of a filter or another row as it stands in a path. */
export const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** A messaging ID in a body: a number, or its digits as text. */
export const telegramIdSchema = z.union([z.int().positive(), idSchema]);
