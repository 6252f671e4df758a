import { describe, expect, it } from 'vitest';
import { emailIn, readPhone, readUsername, usernameKeyOf } from '#core/auth/account-fields.ts';
import { recogniseBrand, recogniseInTitle, recogniseModel } from '#core/catalog/recognise.ts';
import { cleanText as cleanWriting, foldText } from '#core/contracts/characters.ts';
import { DomainError } from '#core/errors.ts';
import { SourceError } from '#core/ingestion/ad-source.ts';
import { cleanText, visibleText } from '#core/ingestion/sources/clean-text.ts';
import { fold } from '#core/ingestion/sources/known-words.ts';
import { parseNdjsonAd } from '#core/ingestion/sources/ndjson/ndjson-ad.ts';
import { readRobots } from '#core/ingestion/sources/robots.ts';
import { parseAdPage } from '#core/ingestion/sources/ss-lv/ss-lv-ad-parser.ts';
import { parseListPage } from '#core/ingestion/sources/ss-lv/ss-lv-list-parser.ts';
import { placeOf } from '#core/ingestion/sources/ss-lv/ss-lv-list-place.ts';
import { toAdDetails } from '#core/ingestion/sources/ss-lv/ss-lv-mapping.ts';
import { canonicalAdUrl, photoUrl } from '#core/ingestion/sources/ss-lv/ss-lv-url.ts';
import {
  parseCheckup,
  parseMileage,
  parseMotor,
  parseOffer,
  parsePosted,
  parseVolumeColumn,
  parseYear,
} from '#core/ingestion/sources/ss-lv/ss-lv-values.ts';

const NOW = new Date('2026-10-01T09:00:00Z');
const SITE = new URL('https://www.ss.lv/');
const AD_URL = 'https://www.ss.lv/msg/lv/transport/cars/bmw/320/aaqxb.html';
const LENGTH = 50_000;
/** A pattern that goes back takes a minute for these; one that does not, milliseconds also on a busy machine. */
const MOST_MS = 1000;

const repeated = (part: string) => `${part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)}!`;
const TEXTS = [
  'a',
  '1',
  ' ',
  '1 ',
  '1.',
  '.',
  '1-',
  '+1 ',
  'a@',
  'a.',
  '\t ',
  '€ ',
  'sludinājum',
  'объявлени',
  '<',
  '&',
  'a/',
]
  .concat(['tūkst. ', '\u0301'])
  .map(repeated);

const details = (text: string) => {
  const texts = { car: text, year: text, engine: text, fuel: text, gearBox: text, mileage: text, color: text };
  const others = { bodyType: text, checkup: text, price: text, place: text, title: text, deal: text, posted: text };
  return toAdDetails({ ...texts, ...others, photo: null, dealer: false }, AD_URL, NOW);
};
const robots = (text: string) =>
  readRobots(
    new URL('/robots.txt', SITE),
    {
      status: 200,
      headers: {},
      body: Buffer.from(`User-agent: *\nDisallow: /${text}\nDisallow: /${'*a'.repeat(LENGTH)}`),
    },
    'Vanags',
  ).allows(new URL(AD_URL));

const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['a price', parseOffer],
  ['a year', (text) => parseYear(text, 2026)],
  ['a mileage', (text) => parseMileage(text, 2010, 2026)],
  ['a volume', parseVolumeColumn],
  ['a motor', parseMotor],
  ['an inspection', parseCheckup],
  ['a time', (text) => parsePosted(text, NOW)],
  ['a word', fold],
  ['a make', recogniseBrand],
  ['a model', (text) => recogniseModel('bmw', text)],
  ['a title', recogniseInTitle],
  ['a story', (text) => cleanText(text, 72)],
  ['a key', (text) => visibleText(text)],
  ['an ad', details],
  ['a list page', (text) => parseListPage(`<tr id="tr_1">${text}`, SITE)],
  ['an ad page', (text) => parseAdPage(text, SITE)],
  ['the address of an ad', (text) => canonicalAdUrl(`/msg/lv/transport/cars/${text}.html`, SITE)],
  ['the address of a photo', (text) => photoUrl(`https://i.ss.lv/gallery/${text}`, SITE)],
  ['a place in the lists', placeOf],
  [
    'a line of a feed',
    (text) => parseNdjsonAd(JSON.stringify({ source: text, externalId: text, url: text, title: text })),
  ],
  ['robots.txt', robots],
  ['a new username', readUsername],
  ['a username', usernameKeyOf],
  ['an e-mail address', emailIn],
  ['an e-mail address in a text', (text) => emailIn(`${text}@${text}.lv`)],
  ['a phone number', (text) => readPhone('+371', text)],
  ['a calling code', (text) => readPhone(text, '26000123')],
  ['writing', cleanWriting],
  ['a name', foldText],
];

/** The quicker of two readings: the machine may have been busy with something else. */
function msOf(read: (text: string) => unknown, text: string): number {
  const once = () => {
    const started = performance.now();
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof SourceError || error instanceof DomainError)) throw error;
    }
    return performance.now() - started;
  };
  const ms = once();
  return ms < MOST_MS ? ms : Math.min(ms, once());
}

describe('a text of 50,000 letters that nothing ends', () => {
  it.each(READERS)('is read at once as %s', (_what, read) => {
    for (const text of TEXTS) expect(msOf(read, text), JSON.stringify(text.slice(0, 10))).toBeLessThan(MOST_MS);
  });
});
