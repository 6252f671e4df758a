import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';

export type RunKind = 'incremental' | 'sweep' | 'replay' | 'import';

const IngestionRunSchema = defineEntity({
  name: 'IngestionRun',
  tableName: 'ingestion_runs',
  indexes: [
    { name: 'ingestion_runs_source_started_at_index', properties: ['source', 'startedAt'] },
    {
      name: 'ingestion_runs_unfinished_index',
      expression:
        'create index "ingestion_runs_unfinished_index" on "ingestion_runs" ("source") where "finished_at" is null',
    },
  ],
  properties: {
    ...baseProperties,
    source: p.text(),
    kind: p.text().$type<RunKind>(),
    startedAt: time(),
    finishedAt: time().nullable(),
    counts: p.json<Record<string, number>>(),
    error: p.text().nullable(),
  },
});

/** One pass over list pages, with what it found. */
export class IngestionRun extends IngestionRunSchema.class {}
IngestionRunSchema.setClass(IngestionRun);
