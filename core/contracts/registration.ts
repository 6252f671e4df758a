import * as z from 'zod/mini';

/** Body of `POST /auth/register`. The rules of each field are the server's; a refusal names the `field`. */
export const registerRequestSchema = z.strictObject({
  username: z.string(),
  password: z.string(),
  confirmPassword: z.string(),
  email: z.string(),
  /** Like `+371`. */
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
  firstName: z.string(),
});
export type RegisterRequest = z.input<typeof registerRequestSchema>;

/**
 * Body of `POST /auth/forgot-password`: the account by its username, and the password that it gets once the code is
 * right. Who came by Telegram, is signed in and has no username yet sets the first one so, and may add an e-mail.
 */
export const forgotPasswordRequestSchema = z.strictObject({
  username: z.string(),
  password: z.string(),
  confirmPassword: z.string(),
  email: z.optional(z.string()),
});
export type ForgotPasswordRequest = z.input<typeof forgotPasswordRequestSchema>;

/** A code is waited for, which the bot gives to who opens the link. */
const verificationSchema = z.object({ id: z.string(), deepLink: z.string(), expiresAt: z.string() });
export type VerificationView = z.infer<typeof verificationSchema>;

/** Answer of every call that begins with a verification: registration, forgotten password, messaging account. */
export const verificationResponseSchema = z.object({ verification: verificationSchema });
export type VerificationResponse = z.infer<typeof verificationResponseSchema>;

/** Body of `POST /auth/verify`: carries out what was begun. */
export const verifyRequestSchema = z.strictObject({ verificationId: z.string(), code: z.string() });
export type VerifyRequest = z.input<typeof verifyRequestSchema>;
