import type { OpenAPIV3_1 } from 'openapi-types';
import { GENERATED, page, table } from '../generated.ts';
import { errorsPart } from './errors-part.ts';
import { ratesPart } from './rates-part.ts';
import { limitsInWords, type Schema, shapeOf, typeInWords } from './schema-words.ts';

interface Call {
  readonly name: string;
  readonly group: string;
  readonly operation: OpenAPIV3_1.OperationObject & { readonly 'x-rate-limit'?: Rate };
}

interface Rate {
  readonly max: number;
  readonly within: string;
  readonly by: 'user' | 'address';
}

const INTRODUCTION = `What the mini app asks the service, and whoever else may. [openapi.json](openapi.json) says the same for machines. Outside
production the service shows it at \`/docs\`.

- Bodies and answers are JSON in UTF-8; a body has at most 16 KiB. A field that a call does not know is refused.
- Limits stand beside the fields. What depends on the meaning of a value, such as the length of a name or the range of a
  price, is told by the [refusals](#refusals).
- **Anybody** needs nothing. **Signed in** takes the cookie of a session, or the launch data of the mini app in
  \`Authorization: tma …\`. **Administrators** takes the session of one; launch data do not count there.
- A write that comes with a cookie must come from the pages of the service itself (\`Origin\`).
- The language of texts follows the account, else \`Accept-Language\`: Latvian, English or Russian.`;

const REFUSALS = `Every refusal has one form: \`code\` (stable, see below), \`message\` in the language of who asks, and where they help
\`title\`, \`field\` (the first wrong field), \`active\` (where the switch of a filter stands) and \`requestId\` (names the line of
the log where the fault is ours).`;

const STATUSES = table(
  ['Status', 'Meaning'],
  [
    ['400', 'the input is not allowed'],
    ['401', 'nobody is signed in, or the proof of it counts no more'],
    ['403', 'who asks may not do that'],
    ['404', 'there is no such thing, or not for who asks'],
    ['409', 'the state does not allow it'],
    ['413, 415', 'the body is too large, or no JSON'],
    ['429', 'too often; `Retry-After` says when another try is worth it'],
    ['500', 'a fault of ours, in the log by its `requestId`'],
    ['503', 'the service cannot serve at this moment; try again'],
  ],
);

/** docs/api.md. @throws where a call has no meaning */
export function apiPage(document: OpenAPIV3_1.Document): string {
  const calls = callsOf(document);
  const groups = (document.tags ?? []).map(({ name }) => ({
    name,
    calls: calls.filter((call) => call.group === name),
  }));
  return page(
    '# Calls of the API',
    GENERATED,
    INTRODUCTION,
    table(
      ['Call', 'Who', 'Meaning'],
      groups.flatMap(({ calls: own }) => own.map((call) => [linkTo(call), whoMay(call), meaning(call)])),
    ),
    '## How often',
    ratesPart(),
    '## Refusals',
    REFUSALS,
    STATUSES,
    errorsPart(),
    ...groups.flatMap(({ name, calls: own }) => [`## ${name}`, ...own.map(callPart)]),
  );
}

function callsOf(document: OpenAPIV3_1.Document): Call[] {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      group: (operation as OpenAPIV3_1.OperationObject).tags?.[0] ?? '',
      operation: operation as Call['operation'],
    })),
  );
  const unsaid = calls.filter(({ group, operation }) => !group || !operation.summary).map(({ name }) => name);
  if (unsaid.length > 0)
    throw new Error(`api/plugins/call-meanings.ts does not say what these are for: ${unsaid.join(', ')}`);
  return calls;
}

const meaning = ({ operation }: Call) => operation.summary ?? '';
/** As GitHub makes anchors: lower case, spaces to dashes, without signs. */
const linkTo = ({ name }: Call) =>
  `[\`${name}\`](#${name
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')})`;

function whoMay({ operation }: Call): string {
  const ways = (operation.security ?? []).flatMap((way) => Object.keys(way));
  if (ways.length === 0) return 'Anybody';
  return ways.includes('adminSession') ? 'Administrators' : 'Signed in';
}

function callPart(call: Call): string {
  const rate = call.operation['x-rate-limit'];
  const often = rate
    ? ` At most ${rate.max} in ${rate.within} for ${rate.by === 'user' ? 'a user' : 'an address'}.`
    : '';
  const parts = [
    `### ${call.name}`,
    `${meaning(call)} **${whoMay(call)}.**${often}`,
    ...inputOf(call),
    ...answersOf(call),
  ];
  return parts.join('\n\n');
}

function inputOf({ operation }: Call): string[] {
  const places = ((operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]).map((parameter) =>
    fieldRow(parameter.name, parameter.schema as Schema, {
      where: parameter.in,
      isNeeded: parameter.required ?? false,
    }),
  );
  const body = schemaOf(operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined);
  const rows = [...places, ...(body ? fieldRows(body) : [])];
  return rows.length > 0 ? [table(['Field', 'In', 'Type', 'Needed', 'Limits'], rows)] : [];
}

function fieldRows(schema: Schema, prefix = ''): string[][] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = value as Schema;
    const own = fieldRow(`${prefix}${name}`, field, { where: 'body', isNeeded: required.has(name) });
    return field.type === 'object' ? [own, ...fieldRows(field, `${prefix}${name}.`)] : [own];
  });
}

function fieldRow(name: string, schema: Schema, { where, isNeeded }: { where: string; isNeeded: boolean }): string[] {
  return [`\`${name}\``, where, typeInWords(schema), isNeeded ? 'yes' : '', limitsInWords(schema)];
}

/** Answers of one shape stand together. */
function answersOf({ operation }: Call): string[] {
  const statusesOfShape = new Map<string, string[]>();
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    if (status === 'default') continue;
    const schema = schemaOf(answer as OpenAPIV3_1.ResponseObject);
    const shape = schema ? shapeOf(schema) : '';
    statusesOfShape.set(shape, [...(statusesOfShape.get(shape) ?? []), `**${status}**`]);
  }
  return [...statusesOfShape].map(([shape, statuses]) => answerInWords(shape, statuses.join(' and ')));
}

function answerInWords(shape: string, statuses: string): string {
  if (shape === '') return 'Answers without a body that is described.';
  return shape.includes('\n')
    ? `Answers ${statuses}:\n\n\`\`\`text\n${shape}\n\`\`\``
    : `Answers ${statuses} \`${shape}\`.`;
}

const schemaOf = (holder: { content?: Record<string, OpenAPIV3_1.MediaTypeObject> } | undefined) =>
  holder?.content?.['application/json']?.schema as Schema | undefined;
