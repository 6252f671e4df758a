import { expect, it } from 'vitest';
import { SOURCE_KINDS, sourceKinds } from '../source-kinds.ts';
import { createSource } from './create-source.ts';

it.each(sourceKinds)('the source %s has the name by which its health and its alarms are found', (kind) => {
  const url = SOURCE_KINDS[kind].url ?? 'https://cars.example/ads';
  expect(createSource({ kind, url, intervalS: 60 }, { production: true })?.id).toBe(kind);
});
