import { recogniseBrand, recogniseInTitle, recogniseModel } from '#core/catalog/recognise.ts';
import type { AdDetails, ListedAd, ListPage } from '../../ad-source.ts';
import { cleanText } from '../clean-text.ts';
import { fold, keyOf } from '../known-words.ts';
import { type Collector, isBlank, listContents, type Mapped, unknownCollector } from '../mapping.ts';
import type { RawAd } from './ss-lv-ad-parser.ts';
import type { RawListPage, RawRow } from './ss-lv-list-parser.ts';
import { sectionOf } from './ss-lv-url.ts';
import {
  type Motor,
  parseCheckup,
  parseMileage,
  parseMotor,
  parseOffer,
  parsePosted,
  parseVolumeColumn,
  parseYear,
} from './ss-lv-values.ts';
import { AREA_WORDS, BODY_TYPE_WORDS, COLOR_WORDS, DEAL_TYPE_WORDS, GEARBOX_WORDS } from './ss-lv-words.ts';

/** A list shows 72 characters; more would be the seller's story. */
const TITLE_LENGTH = 72;

interface Car {
  readonly brand: string | null;
  readonly model: string | null;
}

/** The catalogue's word for "another model", which is not a gap in the catalogue. */
const OTHER_MODEL_LABELS = new Set(['citi', 'cits', 'another', 'другие', 'другой']);

function modelOf(brand: string, label: string, collector: Collector): string | null {
  if (isBlank(label)) return null;
  const model = recogniseModel(brand, label);
  if (model === 'other' && !OTHER_MODEL_LABELS.has(fold(label))) collector.report('model', `${brand} ${label}`);
  return model;
}

/**
 * The section of the address names the brand most reliably, then the label; in a section of mixed brands, where the
 * label may be "-", only the title is left.
 */
function carOf(url: string, labels: { brand: string; model: string }, title: string, collector: Collector): Car {
  const section = sectionOf(url);
  const brand =
    recogniseBrand(section.brand ?? '') ?? recogniseBrand(isBlank(labels.brand) ? labels.model : labels.brand);
  if (brand === null) {
    if (isBlank(labels.brand)) return recogniseInTitle(title) ?? { brand: null, model: null };
    collector.report('brand', labels.brand);
    return { brand: null, model: null };
  }
  if (!isBlank(labels.model)) return { brand, model: modelOf(brand, labels.model, collector) };
  if (section.model !== null) return { brand, model: modelOf(brand, section.model, collector) };
  const titled = recogniseInTitle(title);
  return { brand, model: titled?.brand === brand ? titled.model : null };
}

function motorOf(motor: Motor, text: string, collector: Collector) {
  return {
    volume: collector.take('volume', text, motor.volume),
    engine: collector.take('engine', text, motor.engine),
  };
}

/** A row of a list in our keys. */
export function toListedAd(row: RawRow, now: Date): Mapped<ListedAd> {
  const collector = unknownCollector();
  const currentYear = now.getUTCFullYear();
  const [brandLabel = '', modelLine = ''] = row.car.split('\n');
  const year = collector.take('year', row.year, parseYear(row.year, currentYear));
  const offer = parseOffer(row.price);
  const ad: ListedAd = {
    externalId: row.externalId,
    url: row.url,
    title: cleanText(row.title, TITLE_LENGTH),
    photo: row.photo,
    postedAt: null,
    ...carOf(row.url, { brand: brandLabel, model: row.model || modelLine }, row.title, collector),
    price: collector.take('price', row.price, offer.price),
    year,
    ...motorOf(parseVolumeColumn(row.volume), row.volume, collector),
    mileage: collector.take('mileage', row.mileage, parseMileage(row.mileage, year, currentYear)),
    dealType: offer.dealType,
    bodyType: null,
    color: null,
    area: null,
    gearBox: null,
    checkup: null,
    seller: null,
  };
  return { ad, unknown: collector.unknown };
}

function detailsMotor(raw: RawAd, collector: Collector) {
  const motor = parseMotor(raw.engine);
  const fuel = parseMotor(raw.fuel);
  const text = isBlank(raw.engine) ? raw.fuel : raw.engine;
  return motorOf({ volume: motor.volume, engine: motor.engine.value ? motor.engine : fuel.engine }, text, collector);
}

/** An ad's own page in our keys; `url` is the ad's address, which names its section. */
export function toAdDetails(raw: RawAd, url: string, now: Date): Mapped<AdDetails> {
  const collector = unknownCollector();
  const currentYear = now.getUTCFullYear();
  const year = collector.take('year', raw.year, parseYear(raw.year, currentYear));
  const offer = parseOffer(raw.price);
  const section = sectionOf(url);
  const ad: AdDetails = {
    title: cleanText(raw.title, TITLE_LENGTH),
    photo: raw.photo,
    postedAt: parsePosted(raw.posted, now),
    ...carOf(
      url,
      { brand: raw.car, model: section.brand === null ? '' : raw.car },
      `${raw.car} ${raw.title}`,
      collector,
    ),
    price: collector.take('price', raw.price, offer.price),
    year,
    ...detailsMotor(raw, collector),
    mileage: collector.take('mileage', raw.mileage, parseMileage(raw.mileage, year, currentYear)),
    dealType: keyOf(raw.deal, DEAL_TYPE_WORDS) ?? (offer.dealType === 'sell' ? null : offer.dealType),
    bodyType: collector.key('bodyType', raw.bodyType, BODY_TYPE_WORDS),
    color: collector.key('color', raw.color, COLOR_WORDS),
    area: collector.key('area', raw.place, AREA_WORDS),
    gearBox: collector.key('gearBox', raw.gearBox, GEARBOX_WORDS),
    checkup: collector.take('checkup', raw.checkup, parseCheckup(raw.checkup)),
    seller: raw.dealer ? 'dealer' : 'private',
  };
  return { ad, unknown: collector.unknown };
}

/** A list page in our keys. */
export function toListContents(page: RawListPage, now: Date): Pick<ListPage, 'ads' | 'badRows' | 'unknownValues'> {
  return listContents(
    page.rows.map((row) => toListedAd(row, now)),
    page.badRows,
  );
}
