import { z } from 'zod';

export const ROLES = ['user', 'basic', 'advanced', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user as the session and local storage know them. */
export const sessionUserSchema = z.strictObject({
  id: z.int(),
  telegram_user_id: z.int(),
  first_name: z.string(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;
