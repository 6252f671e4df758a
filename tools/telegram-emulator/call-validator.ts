import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { BotApiSchema, JsonSchema } from './schema-generator.ts';

/** Checks the arguments of Bot API calls against the schema of the installed grammY. */
export class CallValidator {
  readonly #schema: BotApiSchema;
  readonly #ajv = new Ajv({ strict: false });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #names: Map<string, string>;

  constructor(schema: BotApiSchema) {
    this.#schema = schema;
    this.#names = new Map(Object.keys(schema.methods).map((name) => [name.toLowerCase(), name]));
    this.#ajv.addKeyword({ keyword: 'x-file', validate: (_: boolean, value: unknown) => isAttachment(value) });
    this.#ajv.addSchema({ $id: 'bot-api', $defs: schema.$defs });
  }

  /** The name as the Bot API writes it; its methods may be called in any case. */
  methodName(name: string): string | undefined {
    return this.#names.get(name.toLowerCase());
  }

  /** What is wrong with the arguments, or undefined. */
  check(method: string, payload: Record<string, unknown>): string | undefined {
    const validate = this.#validator(method);
    return validate(payload) ? undefined : describe(validate.errors ?? []);
  }

  /** Form fields are text: those whose type is not text hold JSON. Broken JSON stays text and fails the check. */
  parseFields(method: string, fields: Record<string, string>): Record<string, unknown> {
    const properties = (this.#schema.methods[method]?.properties ?? {}) as Record<string, JsonSchema>;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, this.#takesText(properties[name]) ? value : parsed(value)]),
    );
  }

  #takesText(schema: JsonSchema | undefined): boolean {
    if (!schema) return true;
    const reference = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (reference) return this.#takesText(this.#schema.$defs[reference]);
    if (Array.isArray(schema.anyOf)) return schema.anyOf.some((part: JsonSchema) => this.#takesText(part));
    if (Array.isArray(schema.enum)) return schema.enum.every((value) => typeof value === 'string');
    return schema.type === 'string' || typeof schema.const === 'string' || 'x-file' in schema;
  }

  #validator(method: string): ValidateFunction {
    const known = this.#validators.get(method);
    if (known) return known;
    // References to the shared definitions are written against the root of the generated document.
    const text = JSON.stringify(this.#schema.methods[method]).replaceAll('"#/$defs/', '"bot-api#/$defs/');
    const validator = this.#ajv.compile(JSON.parse(text));
    this.#validators.set(method, validator);
    return validator;
  }
}

function isAttachment(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('attach://');
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The deepest fault says most: a union reports every alternative that did not fit. */
function describe(errors: ErrorObject[]): string {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const deepest = errors.toSorted((a, b) => depth(b) - depth(a))[0];
  if (!deepest) return 'the arguments do not fit the schema';
  const { additionalProperty, allowedValues, allowedValue } = deepest.params;
  const detail = additionalProperty ?? allowedValues ?? allowedValue;
  const place = deepest.instancePath ? `field ${deepest.instancePath.slice(1).replaceAll('/', '.')}` : 'the call';
  return `${place} ${deepest.message}${detail === undefined ? '' : `: ${String(detail)}`}`;
}
