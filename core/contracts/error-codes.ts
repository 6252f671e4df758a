import { z } from 'zod';

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
  'filter.notFound',
  'filter.nameEmpty',
  'filter.nameTooLong',
  'filter.nameTaken',
  'filter.notAllowed',
  'filter.limitReached',
  'filter.tooMany',
  'filter.brandUnknown',
  'filter.modelUnknown',
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
  'request.invalid',
  'request.notFound',
  'request.methodNotAllowed',
  'request.tooLarge',
  'request.unsupportedType',
  'request.tooMany',
  'service.notReady',
  'service.internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every answer that refuses. `field` names the first wrong input field where there is one. */
export const errorResponseSchema = z.looseObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  field: z.string().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
