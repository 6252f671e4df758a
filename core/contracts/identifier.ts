import * as z from 'zod/mini';

/** The id of a filter or another row as it stands in a path. */
export const idSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  z.pipe(z.transform(Number), z.number().check(z.refine(Number.isSafeInteger))),
);

/** A messaging ID in a body: a number, or its digits as text. */
export const telegramIdSchema = z.union([z.int().check(z.positive()), idSchema]);
