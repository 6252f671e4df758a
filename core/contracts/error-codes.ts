import * as z from 'zod/mini';

/** Every refusal the product knows; each has a text in three languages (`errors` texts). */
export const ERROR_CODES = [
  'auth.unauthenticated',
  'auth.sessionExpired',
  'auth.invalidInitData',
  'auth.initDataExpired',
  'auth.reopenApp',
  'auth.crossSite',
  'auth.notAdmin',
  'user.unknown',
  'user.notFound',
  'user.roleUnknown',
  'user.roleNotAllowed',
  'user.adminImmutable',
  'user.lastAdmin',
  'user.self',
  'user.adminDelete',
  'filter.notFound',
  'filter.nameEmpty',
  'filter.nameTooLong',
  'filter.nameCharacters',
  'filter.nameTaken',
  'filter.notAllowed',
  'filter.limitReached',
  'filter.tooMany',
  'filter.brandUnknown',
  'filter.modelUnknown',
  'filter.priceOutOfRange',
  'filter.yearOutOfRange',
  'filter.volumeOutOfRange',
  'filter.runOutOfRange',
  'filter.priceReversed',
  'filter.yearReversed',
  'filter.volumeReversed',
  'filter.runReversed',
  'filter.volumeZero',
  'filter.runZero',
  'filter.negative',
  'filter.checkupOutOfRange',
  'ad.notFound',
  'source.unknown',
  'notification.notFound',
  'problem.tooShort',
  'problem.empty',
  'problem.tooLong',
  'problem.duplicate',
  'problem.characters',
  'feedback.ratingRange',
  'feedback.emailInvalid',
  'feedback.commentTooLong',
  'feedback.characters',
  'plan.unknown',
  'plan.alreadyRequested',
  'plan.notAvailable',
  'settings.timeInvalid',
  'settings.quietIncomplete',
  'settings.quietEmpty',
  'settings.timeZoneUnknown',
  'alert.unreachable',
  'request.invalid',
  'request.notFound',
  'request.tooLarge',
  'request.unsupportedType',
  'request.tooMany',
  'service.notReady',
  'service.internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The code that the message of a validation issue names; `request.invalid` for zod's own messages. */
export function codeOfIssue(message: string): ErrorCode {
  return ERROR_CODES.find((code) => code === message) ?? 'request.invalid';
}

/** The body of every answer that refuses. */
export const errorResponseSchema = z.looseObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  /** Heading of the dialog that shows the message, where the refusal is one. */
  title: z.optional(z.string()),
  /** The first wrong input field. */
  field: z.optional(z.string()),
  /** The stored position of the switch, where the save of a filter was refused. */
  active: z.optional(z.literal([0, 1])),
  /** Names the line of the log, where the fault is ours. */
  requestId: z.optional(z.string()),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
