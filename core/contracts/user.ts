import * as z from 'zod/mini';
import { LOCALES } from '../i18n/locales.ts';

export const ROLES = ['user', 'basic', 'advanced', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user as the session and local storage know them. */
export const sessionUserSchema = z.object({
  id: z.int(),
  telegram_user_id: z.int(),
  first_name: z.string(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** Answer of `GET /api/get/user`. */
export const userResponseSchema = z.object({
  ...sessionUserSchema.shape,
  /** Pages know the `ROLES`; anything else, and none, they call not specified. */
  role: z.nullable(z.string()),
  language: z.enum(LOCALES),
  /** Comes together with the first password; null: there is neither. */
  username: z.nullable(z.string()),
});
export type UserResponse = z.infer<typeof userResponseSchema>;

/** Answer of `GET /filters/get/user-info`. */
export const userInfoResponseSchema = z.object({ firstName: z.string() });

/** Answer of `GET /filters/get/filter-limit`: the role, and the active filters that it allows. */
export const filterLimitResponseSchema = z.object({ role: z.nullable(z.string()), limit: z.int() });
export type FilterLimitResponse = z.infer<typeof filterLimitResponseSchema>;

/** Answer of `GET /filters/get/combined-count`: the user's active filters. */
export const combinedCountResponseSchema = z.object({ combinedCount: z.int() });
