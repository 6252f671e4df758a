import * as z from 'zod/mini';
import { telegramIdSchema } from './identifier.ts';

/** Body of `POST /auth/password-login`; answered like a log-in by Telegram. */
export const passwordLoginRequestSchema = z.strictObject({ username: z.string(), password: z.string() });
export type PasswordLoginRequest = z.input<typeof passwordLoginRequestSchema>;

/** Body of `POST /auth/dev-login`; `secret` is the operator's, the others name an administrator who exists. */
export const devLoginRequestSchema = z.strictObject({
  first_name: z.string(),
  telegram_user_id: telegramIdSchema,
  secret: z.string(),
});
export type DevLoginRequest = z.input<typeof devLoginRequestSchema>;

/** Body of `PUT /api/user/password`. */
export const changePasswordRequestSchema = z.strictObject({
  currentPassword: z.string(),
  password: z.string(),
  confirmPassword: z.string(),
});
export type ChangePasswordRequest = z.input<typeof changePasswordRequestSchema>;

/** Body of `PUT /api/user/username`. */
export const changeUsernameRequestSchema = z.strictObject({ username: z.string(), currentPassword: z.string() });
export type ChangeUsernameRequest = z.input<typeof changeUsernameRequestSchema>;

/** Body of `POST /api/user/messaging-account`; answered with a verification. */
export const messagingAccountRequestSchema = z.strictObject({ currentPassword: z.string() });
export type MessagingAccountRequest = z.input<typeof messagingAccountRequestSchema>;
