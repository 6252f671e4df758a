import * as z from 'zod/mini';
import { PLANS } from './plans.ts';

/** How many characters of a text a list shows; the whole of it opens on demand. */
export const PREVIEW_CHARACTERS = 100;

const listed = {
  /** On all pages. */
  total: z.int(),
  /** Asks for the next page; null: this is the last. */
  nextCursor: z.nullable(z.string()),
};

/** Answer of `GET /admin/get/reported-problems`, the newest first. */
export const reportedProblemsResponseSchema = z.object({
  problems: z.array(
    z.object({
      id: z.int(),
      /** Empty when the account is gone. */
      first_name: z.string(),
      problem_description: z.string(),
      created_at: z.string(),
    }),
  ),
  ...listed,
});
export type ReportedProblemsResponse = z.infer<typeof reportedProblemsResponseSchema>;
export type ReportedProblem = ReportedProblemsResponse['problems'][number];

/** Answer of `GET /admin/get/plan-requests`: those that wait for an answer, the oldest first. */
export const planRequestsResponseSchema = z.object({
  requests: z.array(
    z.object({
      id: z.int(),
      plan: z.enum(PLANS),
      createdAt: z.string(),
      user: z.object({ id: z.int(), telegram_user_id: z.int(), first_name: z.string(), role: z.string() }),
    }),
  ),
  ...listed,
});
export type PlanRequestsResponse = z.infer<typeof planRequestsResponseSchema>;
export type OpenPlanRequest = PlanRequestsResponse['requests'][number];

/** Body of `PUT /admin/grant/plan-request/:requestId`: the plan that is given, which need not be the one asked for. */
export const planGrantSchema = z.strictObject({ plan: z.enum(PLANS, 'plan.unknown') });
export type PlanGrant = z.infer<typeof planGrantSchema>;

/** Answer of `GET /admin/get/feedback`, the newest first. */
export const feedbackListResponseSchema = z.object({
  feedback: z.array(
    z.object({
      id: z.int(),
      first_name: z.string(),
      /** 1 (bad) to 5 (good). */
      rating: z.int(),
      /** Where an answer may go; empty: nowhere. */
      email: z.string(),
      comment: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Mean of all ratings; null when there is none. */
  averageRating: z.nullable(z.number()),
  ...listed,
});
export type FeedbackListResponse = z.infer<typeof feedbackListResponseSchema>;
export type FeedbackItem = FeedbackListResponse['feedback'][number];
