import { z } from 'zod';
import { adFactsSchema, MONTH_PATTERN } from '../../../contracts/ad.ts';
import type { BadRow, ListedAd } from '../../ad-source.ts';
import { cleanText, visibleText } from '../clean-text.ts';

export type NdjsonAd = ListedAd & {
  /** The site the ad comes from, as the file names it. */
  readonly source: string;
};

/** Longer lines hold no ad; in characters. */
export const MAX_LINE_LENGTH = 1_000_000;
const TITLE_LENGTH = 200;

const key = z
  .string()
  .min(1)
  .max(100, { abort: true })
  .refine((text) => visibleText(text) === text, 'holds invisible characters');
const address = z.url({ protocol: /^https?$/ }).max(2000);
const amount = (max: number) => z.int().min(1).max(max);

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null);
}

const { engine, bodyType, color, area, gearBox, dealType, seller } = adFactsSchema.shape;

/** One line: known keys only, so that a misspelled one is told; what is missing is not stated. */
const ndjsonAdSchema = z.strictObject({
  source: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
  externalId: key,
  url: address,
  title: optional(z.string().transform((text) => cleanText(text, TITLE_LENGTH))),
  brand: optional(key),
  model: optional(key),
  price: optional(amount(100_000_000)),
  year: optional(z.int().min(1900).max(2100)),
  volume: optional(
    z
      .number()
      .min(0.1)
      .max(20)
      .transform((litres) => Math.round(litres * 10) / 10),
  ),
  mileage: optional(amount(100_000_000)),
  engine: z._default(engine, null),
  bodyType: z._default(bodyType, null),
  color: z._default(color, null),
  area: z._default(area, null),
  gearBox: z._default(gearBox, null),
  dealType: z._default(dealType, null),
  checkup: optional(z.string().regex(MONTH_PATTERN)),
  seller: z._default(seller, null),
  photo: optional(address),
  postedAt: optional(z.iso.datetime({ offset: true }).transform((text) => new Date(text))),
});

/** Names the line by its id where it states one. */
function badRow(value: unknown, reason: string): BadRow {
  const id = typeof value === 'object' && value !== null && 'externalId' in value ? value.externalId : null;
  return { externalId: typeof id === 'string' ? id.slice(0, 100) : null, reason };
}

/** Reads one line of a file of ads; a line that is no ad comes back as the reason why. */
export function parseNdjsonAd(line: string): { readonly ad: NdjsonAd } | { readonly badRow: BadRow } {
  if (line.length > MAX_LINE_LENGTH) return { badRow: { externalId: null, reason: 'the line is too long' } };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { badRow: { externalId: null, reason: 'the line is not JSON' } };
  }
  const parsed = ndjsonAdSchema.safeParse(value);
  if (parsed.success) return { ad: parsed.data };
  const [issue] = parsed.error.issues;
  return { badRow: badRow(value, [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')) };
}
