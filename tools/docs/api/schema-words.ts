import type { OpenAPIV3_1 } from 'openapi-types';

export type Schema = OpenAPIV3_1.SchemaObject;

/** More of them are in openapi.json only. */
const MOST_VALUES = 8;
const SHOWN_OF_MANY = 3;

/** The type of a value as one line of words; an object is just called so. */
export function typeInWords(schema: Schema): string {
  if (schema.anyOf) return unionInWords(schema.anyOf as Schema[]);
  if (schema.enum) return valuesInWords(schema.enum);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeInWords((schema as { items: Schema }).items)}`;
  return schema.type ?? 'anything';
}

/** A value that is one of several lists all of them; `boolean or boolean` says no more than one. */
const unionInWords = (schemas: readonly Schema[]) => [...new Set(schemas.map(typeInWords))].join(' or ');

function valuesInWords(values: readonly unknown[]): string {
  const written = values.map((value) => JSON.stringify(value));
  if (written.length <= MOST_VALUES) return written.join(' or ');
  return `${written.slice(0, SHOWN_OF_MANY).join(', ')} … (one of ${written.length})`;
}

const LIMITS: readonly (readonly [keyof Schema, (value: unknown) => string])[] = [
  ['minLength', (least) => `at least ${least} characters`],
  ['maxLength', (most) => `at most ${most} characters`],
  ['minimum', (least) => `at least ${least}`],
  ['maximum', (most) => `at most ${most}`],
  ['minItems', (least) => `at least ${least} of them`],
  ['maxItems', (most) => `at most ${most} of them`],
  ['pattern', (pattern) => `matches \`${String(pattern)}\``],
  ['default', (value) => `${JSON.stringify(value)} where it is left out`],
];

/** What a value must keep to beyond its type. */
export function limitsInWords(schema: Schema): string {
  const own = LIMITS.filter(([limit]) => schema[limit] !== undefined).map(([limit, say]) => say(schema[limit]));
  const inner = [...((schema.anyOf ?? []) as Schema[]), ...itemsOf(schema)].map(limitsInWords);
  return [...new Set([...own, ...inner.filter((words) => words !== '').map((words) => within(schema, words))])].join(
    '; ',
  );
}

const within = (schema: Schema, words: string) => (schema.type === 'array' ? `each ${words}` : words);
const itemsOf = (schema: Schema): Schema[] => (schema.type === 'array' ? [(schema as { items: Schema }).items] : []);

/** An answer as an indented block: `name?: type`, nested as it comes. */
export function shapeOf(schema: Schema, indent = ''): string {
  const nested = nestedObject(schema);
  if (!nested) return typeInWords(schema);
  const { object, suffix } = nested;
  const required = new Set(object.required ?? []);
  const lines = Object.entries(object.properties ?? {}).map(
    ([name, value]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${shapeOf(value as Schema, `${indent}  `)}`,
  );
  return lines.length === 0 ? `{}${suffix}` : ['{', ...lines, `${indent}}${suffix}`].join('\n');
}

/** The object that stands in a list of objects, or in a value that may be null. */
function nestedObject(schema: Schema): { object: Schema; suffix: string } | null {
  if (schema.type === 'object') return { object: schema, suffix: '' };
  const [item] = itemsOf(schema);
  if (item) {
    const inner = nestedObject(item);
    return inner && { object: inner.object, suffix: `${inner.suffix}[]` };
  }
  const [first, second] = (schema.anyOf ?? []) as Schema[];
  if (first?.type !== 'object' || second?.type !== 'null') return null;
  return { object: first, suffix: ' or null' };
}
