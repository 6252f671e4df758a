import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { AREAS, BODY_TYPES, COLORS, GEARBOXES } from '#core/catalog/options.ts';
import type { Market } from './market.ts';

const MAX_BODY = 100_000;

const carSchema = z
  .strictObject({
    brand: z.string(),
    model: z.string(),
    year: z.int().nullable(),
    price: z.int().nullable(),
    volume: z.number().nullable(),
    fuel: z.enum(['gasoline', 'diesel', 'hybrid', 'electric', 'lpg']).nullable(),
    mileage: z.int().nullable(),
    gearBox: z.enum(GEARBOXES),
    bodyType: z.enum(BODY_TYPES),
    color: z.enum(COLORS),
    area: z.enum(AREAS),
    checkup: z.string().nullable(),
    dealer: z.boolean(),
    dealType: z.enum(['sell', 'buy', 'change']),
    text: z.string(),
  })
  .partial();
const idSchema = z.strictObject({ id: z.int() });
const priceSchema = idSchema.extend({ price: z.int() });
const reuseSchema = carSchema.omit({ brand: true, model: true }).extend({ id: z.int() });

/** Without the keys that say nothing, so that what they leave out is invented. */
function stated<T extends object>(car: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(car).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

/** `POST /control/<command>`: what each does with the market and answers. */
const COMMANDS: Readonly<Record<string, (market: Market, body: unknown) => unknown>> = {
  add: (market, body) => market.addAd(stated(carSchema.parse(body))),
  renew: (market, body) => market.renew(idSchema.parse(body).id),
  price: (market, body) => {
    const { id, price } = priceSchema.parse(body);
    return market.setPrice(id, price);
  },
  remove: (market, body) => {
    market.remove(idSchema.parse(body).id);
    return {};
  },
  reuse: (market, body) => {
    const { id, ...car } = reuseSchema.parse(body);
    return market.reuseUrl(id, stated(car));
  },
  break: (market, body) => market.breakRow(idSchema.parse(body).id),
  tick: (market) => market.tick(),
};

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > MAX_BODY) throw new RangeError('the body is too long');
  }
  return text === '' ? {} : JSON.parse(text);
}

/** Carries out a command; the answer is a status and what to send as JSON. */
export async function control(
  market: Market,
  command: string,
  request: IncomingMessage,
): Promise<readonly [number, unknown]> {
  const run = COMMANDS[command];
  if (!run) return [404, { message: `no command ${command}` }];
  try {
    return [200, run(market, await readJson(request))];
  } catch (error) {
    return [400, { message: error instanceof Error ? error.message : String(error) }];
  }
}
