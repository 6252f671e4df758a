import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { errorResponseSchema } from '#core/contracts/error-codes.ts';
import { CALL_GROUPS, meaningOfCall } from './call-meanings.ts';

/** Ways to show who asks; of those that a call names, one is enough. */
const ACCESS = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
    description: 'The session of who is signed in; behind https the cookie is `__Host-sid`.',
  },
  launchData: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The launch data of the mini app as Telegram signed them, behind the word `tma` and a space.',
  },
  adminSession: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'The session of an administrator.' },
} as const;

/** Says in the description of each route of the scope how one shows who asks. */
export function describeAccess(app: FastifyInstance, ways: readonly (keyof typeof ACCESS)[]): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: ways.map((way) => ({ [way]: [] })) };
  });
}

const REFUSAL = {
  description: 'A refusal: what is wrong, by a code and in the language of who asks.',
  content: { 'application/json': { schema: z.toJSONSchema(errorResponseSchema) as OpenAPIV3_1.SchemaObject } },
};

/** Every call can refuse, in one form. */
function withRefusals(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const responses = path?.[method]?.responses;
      if (responses) responses.default = { $ref: '#/components/responses/Refusal' };
    }
  return document;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** A page at `/docs` that describes every call, made from the schemas; for development only. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vanags', version: '1' },
      tags: CALL_GROUPS.map((name) => ({ name })),
      components: { securitySchemes: ACCESS, responses: { Refusal: REFUSAL } },
    },
    transform: describeCall,
    transformObject: (document) =>
      'openapiObject' in document ? withRefusals(document.openapiObject as OpenAPIV3_1.Document) : {},
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}

const describeCall: SwaggerTransform = (call) => {
  const { schema = {}, url } = jsonSchemaTransform(call);
  const { group, summary } = meaningOfCall(String(call.route.method), url) ?? {};
  return {
    url,
    schema: {
      ...schema,
      ...(summary && { summary }),
      ...(group && { tags: [group] }),
      ...rateOf(call.route),
    },
  };
};

interface Rate {
  readonly max: number;
  readonly timeWindow: string;
  readonly keyGenerator?: unknown;
}

/** What a route allows beyond the rate of every call. */
function rateOf({ config }: RouteOptions): { 'x-rate-limit'?: { max: number; within: string; by: string } } {
  const rate = (config as { rateLimit?: Rate } | undefined)?.rateLimit;
  if (!rate) return {};
  return { 'x-rate-limit': { max: rate.max, within: rate.timeWindow, by: rate.keyGenerator ? 'address' : 'user' } };
}
