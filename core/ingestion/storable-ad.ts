import { z } from 'zod';
import { adFactsSchema } from '../contracts/ad.ts';
import { type AdPage, type BadRow, FEW_ROWS, type ListedAd, type ListPage, SourceError } from './ad-source.ts';

const LARGEST_INT = 2_147_483_647;

/** PostgreSQL takes neither NUL nor half a surrogate pair, and one such text would fail its whole page. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'holds characters that cannot be stored');

/** What the tables can hold: a row beyond it is set apart, so that it does not cost the page its other ads. */
const storableDetailsSchema = z.strictObject({
  ...adFactsSchema.shape,
  title: text(1000).nullable(),
  photo: text(2000).nullable(),
  postedAt: z.date().nullable(),
  brand: text(200).nullable(),
  model: text(200).nullable(),
  price: z.int().min(0).max(LARGEST_INT).nullable(),
  year: z.int().min(0).max(9999).nullable(),
  volume: z.number().min(0.05).max(3000).nullable(),
  mileage: z.int().min(0).max(LARGEST_INT).nullable(),
});
const storableAdSchema = storableDetailsSchema.extend({
  externalId: text(200).min(1),
  url: z.url({ protocol: /^https?$/ }).pipe(text(2000)),
});

function faultOf(schema: z.ZodType, ad: unknown): string | null {
  const [issue] = schema.safeParse(ad).error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
}

function badRow(ad: ListedAd): BadRow | null {
  const reason = faultOf(storableAdSchema, ad);
  return reason === null ? null : { externalId: ad.externalId, reason };
}

/** The page with those of its ads that can be stored; the others are bad rows. */
export function storablePage(page: ListPage): ListPage {
  const faults = new Map(page.ads.map((ad) => [ad, badRow(ad)]));
  const bad = [...faults.values()].filter((fault) => fault !== null);
  if (bad.length === 0) return page;
  return { ...page, ads: page.ads.filter((ad) => !faults.get(ad)), badRows: [...page.badRows, ...bad] };
}

/** The same for a page of a live source, where many rows without a single ad mean that the layout changed. */
export function readablePage(page: ListPage): ListPage {
  const readable = storablePage(page);
  const [first] = readable.badRows;
  if (readable.ads.length > 0 || !first || readable.badRows.length <= FEW_ROWS) return readable;
  throw new SourceError('layout', `none of ${readable.badRows.length} rows could be read: ${first.reason}`);
}

/** An ad's own page, or `SourceError('layout')` when its facts cannot be stored. */
export function readableAdPage(page: AdPage): AdPage {
  const fault = page.state === 'found' ? faultOf(storableDetailsSchema, page.details) : null;
  if (fault !== null) throw new SourceError('layout', `the ad could not be read: ${fault}`);
  return page;
}
