import type { OpenAPIV3_1 } from 'openapi-types';

/** What every whole number is anyway. */
const isBareBound = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** The description without what says nothing: bounds of every number, standard words, dialects of schemas. */
export function tidied(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => {
      if (isBareBound(key, value) || key === '$schema') return undefined;
      return key === 'description' && value === 'Default Response' ? 'The answer' : value;
    }),
  ) as OpenAPIV3_1.Document;
}

export const openApiFile = (document: OpenAPIV3_1.Document) => `${JSON.stringify(document, null, 2)}\n`;
