import * as z from 'zod/mini';

/** The roles that can be asked for. */
export const PLANS = ['basic', 'advanced'] as const;
export type Plan = (typeof PLANS)[number];

/** Answer of `GET /api/plans`. */
export const plansResponseSchema = z.object({
  plans: z.array(
    z.object({
      /** A role; `user` is the one without filters. */
      plan: z.string(),
      /** Filters that may be active at once. */
      limit: z.int(),
      current: z.boolean(),
      /** Asked for, and not answered yet. */
      requested: z.boolean(),
      /** Whether this user may ask for it. */
      available: z.boolean(),
    }),
  ),
});
export type PlansResponse = z.infer<typeof plansResponseSchema>;

/** Body of `POST /api/plans/request`. */
export const planRequestSchema = z.strictObject({ plan: z.enum(PLANS, 'plan.unknown') });
export type PlanRequest = z.infer<typeof planRequestSchema>;
