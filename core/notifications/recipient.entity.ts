import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';
import { User } from '../users/user.entity.ts';

const RecipientSchema = defineEntity({
  name: 'Recipient',
  tableName: 'recipients',
  indexes: [
    {
      name: 'recipients_due_index',
      expression: 'create index "recipients_due_index" on "recipients" ("next_send_at") where "reachable"',
    },
    // So few that to ask of a user whether they are among them costs next to nothing.
    {
      name: 'recipients_unreachable_index',
      expression: 'create index "recipients_unreachable_index" on "recipients" ("user_id") where not "reachable"',
    },
  ],
  properties: {
    userId: () => p.oneToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary().owner(),
    reachable: p.boolean().default(true),
    /** Why the user cannot be reached. */
    reason: p.text().nullable(),
    /**
     * When the chat may be written to again: carries its pace, a 429 and the wait after a failure. What holds back alerts
     * alone (hourly cap, quiet hours, digest time) makes their rows due later, so that direct messages overtake them.
     */
    nextSendAt: time().defaultRaw('now()'),
    hourStartedAt: time().nullable(),
    hourCount: p.integer().default(0),
    /** Raised each time the recipient is taken for sending; fences late results. */
    claim: p.bigint('number').default(0),
    leaseUntil: time().nullable(),
    /** The claim during which the user let the bot write again: what Telegram refused under it was refused before. */
    returnedInClaim: p.bigint('number').nullable(),
  },
});

/** A user as delivery sees them. Every user has exactly one row. */
export class Recipient extends RecipientSchema.class {}
RecipientSchema.setClass(Recipient);
