import { defineEntity, p } from '@mikro-orm/core';
import { time } from '../db/base.entity.ts';

const SourceSchema = defineEntity({
  name: 'Source',
  tableName: 'sources',
  properties: {
    id: p.text().primary(),
    /** End of the first complete sweep; until then no ad of the source is an event. */
    baselineCompletedAt: time().nullable(),
    /** Next list page of the sweep that is under way. */
    cursor: p.text().nullable(),
    /** Start of the sweep that is under way; null: none. */
    sweepStartedAt: time().nullable(),
    lastSweepAt: time().nullable(),
    lastSuccessAt: time().nullable(),
  },
});

/** How far we have read a classifieds site. */
export class Source extends SourceSchema.class {}
SourceSchema.setClass(Source);
