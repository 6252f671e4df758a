import * as z from 'zod/mini';
import { telegramIdSchema } from './identifier.ts';
import { sessionUserSchema } from './user.ts';

/** Body of `POST /auth/login`. Identity comes from the init data; the id beside it must be the same. */
export const loginRequestSchema = z.strictObject({
  telegram_user_id: telegramIdSchema,
  initData: z.string(),
});
export type LoginRequest = z.input<typeof loginRequestSchema>;

/** Body of `POST /auth/signup`. The name that is stored is the one in the init data. */
export const signupRequestSchema = z.strictObject({
  telegram_user_id: telegramIdSchema,
  first_name: z.string(),
  initData: z.string(),
});
export type SignupRequest = z.input<typeof signupRequestSchema>;

/** Answer of `POST /auth/login` and `POST /auth/signup`. */
export const signedInResponseSchema = z.object({ user: sessionUserSchema });
export type SignedInResponse = z.infer<typeof signedInResponseSchema>;

/** Answer of `GET /api/auth/status`. */
export const statusResponseSchema = z.object({
  isLoggedIn: z.boolean(),
  user: z.nullable(sessionUserSchema),
});
export type StatusResponse = z.infer<typeof statusResponseSchema>;

/** Answer of `GET /api/auth/signout`: the page where signing out lands. */
export const signoutResponseSchema = z.object({ redirect: z.string() });
