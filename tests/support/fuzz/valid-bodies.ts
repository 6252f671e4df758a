import fc from 'fast-check';
import type { Schema } from './described-calls.ts';

/** Values of fields, by their names, which rules beyond the schema let pass. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

/** Bodies that a schema allows and, thanks to the samples, mostly the rules behind it, too. */
export function validBody(schema: Schema, samples: Samples): fc.Arbitrary<unknown> {
  return fitting(schema, '', samples);
}

function fitting(schema: Schema, name: string, samples: Samples): fc.Arbitrary<unknown> {
  const known = samples[name];
  if (known) return fc.constantFrom(...known);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, name, samples)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, name, samples)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, samples);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, samples), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: 1, max: 1000 });
    case 'number':
      return fc.integer({ min: 0, max: 20 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.string({ maxLength: 10 });
  }
}

function objectOf({ properties = {}, required = [] }: Schema, samples: Samples): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name, samples)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}
