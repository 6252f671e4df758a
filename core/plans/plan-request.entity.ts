import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

/** A user asks for a role with a higher limit; at most one open request a user, and a newer one replaces it. */
export const PlanRequest = defineEntity({
  name: 'PlanRequest',
  tableName: 'plan_requests',
  indexes: [
    {
      name: 'plan_requests_open_unique',
      expression:
        'create unique index "plan_requests_open_unique" on "plan_requests" ("user_id") where "state" = \'open\'',
    },
  ],
  checks: [
    { name: 'plan_requests_plan_known', expression: "plan in ('basic', 'advanced')" },
    { name: 'plan_requests_state_known', expression: "state in ('open', 'granted', 'declined', 'replaced')" },
  ],
  properties: {
    ...baseProperties,
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    plan: p.text().$type<'basic' | 'advanced'>(),
    state: p.text().$type<'open' | 'granted' | 'declined' | 'replaced'>().default('open'),
  },
});
