import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

/** A user's problem report. It outlives the account, without identity. */
export const Problem = defineEntity({
  name: 'Problem',
  tableName: 'problems',
  uniques: [{ name: 'problems_user_id_text_key_unique', properties: ['userId', 'textKey'] }],
  properties: {
    ...baseProperties,
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('set null').nullable(),
    firstName: p.text(),
    text: p.text(),
    /** Digest of the text folded for comparison; the text itself can be longer than an index holds. */
    textKey: p.text(),
  },
});
