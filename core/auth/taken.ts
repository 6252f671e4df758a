import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { ConflictError, type DomainError, InvalidInputError } from '../errors.ts';

/** The refusals of what only one account can have. */
export const TAKEN = {
  username: () => new InvalidInputError('user.usernameTaken', { field: 'username' }),
  email: () => new InvalidInputError('user.emailTaken', { field: 'email' }),
  phone: () => new InvalidInputError('user.phoneTaken', { field: 'phoneNumber' }),
} as const;

const BY_CONSTRAINT: Readonly<Record<string, () => DomainError>> = {
  users_username_key_unique: TAKEN.username,
  users_email_key_unique: TAKEN.email,
  users_phone_unique: TAKEN.phone,
  users_telegram_id_unique: () => new ConflictError('user.messagingTaken'),
};

/** What a write to `users` failed of, where somebody else has the same; null: of something else. */
export function takenFault(error: unknown): DomainError | null {
  if (!(error instanceof UniqueConstraintViolationException)) return null;
  const { constraint } = error as { constraint?: string };
  return BY_CONSTRAINT[constraint ?? '']?.() ?? null;
}
