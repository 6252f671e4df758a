import * as z from 'zod/mini';

export const MAX_COMMENT_CHARACTERS = 2000;

/** Body of `POST /api/feedback`. The e-mail may be empty: then nobody answers. */
export const feedbackSchema = z.strictObject({
  rating: z.int().check(z.refine((rating) => rating >= 1 && rating <= 5, 'feedback.ratingRange')),
  email: z._default(z.string(), ''),
  comment: z._default(z.string(), ''),
});
export type Feedback = z.input<typeof feedbackSchema>;
