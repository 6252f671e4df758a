import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

/** A rating of the product with a comment. */
export const Feedback = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  checks: [{ name: 'feedback_rating_range', expression: 'rating >= 1 and rating <= 5' }],
  properties: {
    ...baseProperties,
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    rating: p.smallint(),
    email: p.text(),
    comment: p.text(),
  },
});
