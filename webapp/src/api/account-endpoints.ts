import { type SignedInResponse, signedInResponseSchema } from '#core/contracts/auth.ts';
import type {
  ChangePasswordRequest,
  ChangeUsernameRequest,
  DevLoginRequest,
  MessagingAccountRequest,
  PasswordLoginRequest,
} from '#core/contracts/credentials.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import {
  type LinkResponse,
  type LinkStateResponse,
  linkResponseSchema,
  linkStateResponseSchema,
  type RedeemLinkRequest,
} from '#core/contracts/login-link.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import {
  type ForgotPasswordRequest,
  type RegisterRequest,
  type VerificationResponse,
  type VerifyRequest,
  verificationResponseSchema,
} from '#core/contracts/registration.ts';
import { type SessionsResponse, sessionsResponseSchema } from '#core/contracts/sessions.ts';
import { call } from './endpoints.ts';

export function logInByPassword(body: PasswordLoginRequest): Promise<SignedInResponse> {
  return call('POST', PATHS.passwordLogin, { answer: signedInResponseSchema, body });
}

export function logInAsDeveloper(body: DevLoginRequest): Promise<SignedInResponse> {
  return call('POST', PATHS.devLogin, { answer: signedInResponseSchema, body });
}

export function beginLink(signal: AbortSignal): Promise<LinkResponse> {
  return call('POST', PATHS.link, { answer: linkResponseSchema, signal });
}

export function readLinkState(linkId: string, signal: AbortSignal): Promise<LinkStateResponse> {
  return call('GET', pathWith(PATHS.linkState, { linkId }), { answer: linkStateResponseSchema, signal });
}

export function redeemLink(body: RedeemLinkRequest): Promise<SignedInResponse> {
  return call('POST', PATHS.linkRedeem, { answer: signedInResponseSchema, body });
}

export function register(body: RegisterRequest): Promise<VerificationResponse> {
  return call('POST', PATHS.register, { answer: verificationResponseSchema, body });
}

export function beginPasswordReset(body: ForgotPasswordRequest): Promise<VerificationResponse> {
  return call('POST', PATHS.forgotPassword, { answer: verificationResponseSchema, body });
}

export function beginMessagingChange(body: MessagingAccountRequest): Promise<VerificationResponse> {
  return call('POST', PATHS.messagingAccount, { answer: verificationResponseSchema, body });
}

export async function verifyCode(body: VerifyRequest): Promise<void> {
  await call('POST', PATHS.verify, { answer: emptyAnswerSchema, body });
}

export async function changePassword(body: ChangePasswordRequest): Promise<void> {
  await call('PUT', PATHS.userPassword, { answer: emptyAnswerSchema, body });
}

export async function changeUsername(body: ChangeUsernameRequest): Promise<void> {
  await call('PUT', PATHS.userUsername, { answer: emptyAnswerSchema, body });
}

export function getSessions(signal: AbortSignal): Promise<SessionsResponse> {
  return call('GET', PATHS.sessions, { answer: sessionsResponseSchema, signal });
}

export async function endOtherSessions(): Promise<void> {
  await call('DELETE', PATHS.sessions, { answer: emptyAnswerSchema });
}
