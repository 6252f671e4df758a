import { AREAS, type Area, type BodyType, type Color, type GearBox } from '#core/catalog/options.ts';
import type { CarModel, Fuel } from './cars.ts';
import type { Random } from './random.ts';

export type MarketDeal = 'sell' | 'buy' | 'change';

/** What an ad says of its car, in our keys where the page has words of its own. */
export interface MarketCar {
  readonly brand: string;
  readonly model: string;
  readonly year: number | null;
  /** Whole euros. */
  readonly price: number | null;
  /** Litres; electric cars have none. */
  readonly volume: number | null;
  readonly fuel: Fuel | null;
  /** Kilometres. */
  readonly mileage: number | null;
  readonly gearBox: GearBox;
  readonly bodyType: BodyType;
  readonly color: Color;
  readonly area: Area;
  /** `MM.YYYY`; `null` is no valid inspection. */
  readonly checkup: string | null;
  readonly dealer: boolean;
  readonly dealType: MarketDeal;
  /** The seller's text; lists show its beginning. */
  readonly text: string;
}

export interface MarketAd extends MarketCar {
  /** The number of its row, never given twice. */
  readonly id: number;
  /** `bmw/320` */
  readonly section: string;
  /** The letters at the end of its address; given again after a while. */
  readonly slug: string;
  readonly postedAt: Date;
  readonly renewedAt: Date;
  /** Its row is shown with a cell missing. */
  readonly broken: boolean;
}

/** The colours that the site offers, by how common they are. */
const COLORS: readonly (readonly [Color, number])[] = [
  ['black', 24],
  ['grey', 20],
  ['silver', 14],
  ['white', 13],
  ['blue', 13],
  ['red', 6],
  ['brown', 4],
  ['green', 3],
  ['yellow', 1],
  ['orange', 1],
  ['purple', 1],
];

const OPENINGS = [
  'Pārdod ģimenes auto labā tehniskā stāvoklī',
  'Tikko no Vācijas, Latvijā nav ekspluatēts',
  'Viens īpašnieks, pilna servisa vēsture',
  'Kopts un lolots, garāžā turēts auto',
  'Sēdies un brauc, ieguldījumi nav vajadzīgi',
  'Steidzami, saprātīga cena',
  'Продаю ухоженный автомобиль, вложений не требует',
  'Машина из Германии, полная сервисная история',
];
const REMARKS = [
  'ziemas riepas komplektā',
  'nesen mainīta zobsiksna',
  'ādas salons, apsildāmi sēdekļi',
  'divu zonu klimata kontrole',
  'jaunas bremzes un riepas',
  'āķis, lietus sensors',
  'kruīza kontrole, navigācija',
  'webasto ar pulti',
  'ir cits auto, tāpēc pārdodu',
];

/** By which the worth of a used car is reckoned; fixed, so that a seed gives the same prices in any year. */
const REFERENCE_YEAR = 2026;
const KM_A_YEAR = 17_000;

function worthOf(model: CarModel, year: number, mileage: number, random: Random): number {
  const age = Math.max(0, Math.min(model.years[1], REFERENCE_YEAR) - year);
  const expectedKm = Math.max(age, 0.5) * KM_A_YEAR;
  const wear = Math.max(0.6, Math.min(1.3, 1 - (mileage - expectedKm) / 600_000));
  const euros = model.newPrice * 0.86 ** age * wear * (0.85 + random.next() * 0.3);
  const step = euros < 3000 ? 50 : euros < 20_000 ? 100 : 500;
  return Math.max(350, Math.round(euros / step) * step);
}

function inspectionMonth(now: Date, random: Random): string | null {
  if (random.chance(0.15)) return null;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + random.whole(1, 23)));
  return `${String(month.getUTCMonth() + 1).padStart(2, '0')}.${month.getUTCFullYear()}`;
}

function textOf(random: Random): string {
  const remarks = [random.pick(REMARKS), random.pick(REMARKS)];
  return `${random.pick(OPENINGS)}, ${[...new Set(remarks)].join(', ')}.`;
}

/** A car such as the market has of this model. */
export function inventCar(model: CarModel, now: Date, random: Random): MarketCar {
  const [first, last] = model.years;
  const year = Math.max(first, last - Math.floor(random.next() ** 1.2 * (last - first + 1)));
  const age = Math.max(0.3, REFERENCE_YEAR - year);
  const mileage = Math.max(2, Math.round((age * KM_A_YEAR * (0.5 + random.next())) / 1000)) * 1000;
  const [volume, fuel] = random.pick(model.motors);
  const automatic = fuel === 'electric' || fuel === 'hybrid' || random.chance(Math.min(0.9, 0.2 + (year - 2002) / 30));
  return {
    brand: model.brand,
    model: model.model,
    year,
    price: worthOf(model, year, mileage, random),
    volume,
    fuel,
    mileage: random.chance(0.15) ? null : mileage,
    gearBox: automatic ? 'automatic' : 'manual',
    bodyType: model.body,
    color: random.pickWeighted(COLORS, ([, weight]) => weight)[0],
    area: random.chance(0.45) ? 'riga' : random.pick(AREAS),
    checkup: inspectionMonth(now, random),
    dealer: random.chance(0.25),
    dealType: random.chance(0.02) ? 'change' : 'sell',
    text: textOf(random),
  };
}
