import type { z } from 'zod';
import type { filterInputSchema } from '#core/contracts/filter.ts';
import type { Locale } from '#core/i18n/locales.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';

/** Who looks for a car in the demo. */
export const DEMO_USER: SimulatedUser = { id: 5001, first_name: 'Anna', language_code: 'lv' };

/** The administrators of the demo, one for each language. */
export const DEMO_ADMINS = {
  lv: { id: 9001, first_name: 'Ilze', language_code: 'lv' },
  en: { id: 9002, first_name: 'Emily', language_code: 'en' },
  ru: { id: 9003, first_name: 'Ирина', language_code: 'ru' },
} satisfies Record<Locale, SimulatedUser>;

export const DEMO_ADMIN = DEMO_ADMINS.lv;

/** What the demo user reports as not working. */
export const DEMO_PROBLEM =
  'Filtrā „Ģimenes auto” redzu arī mašīnas bez nobraukuma. Vai tās var paslēpt, ja sludinājumā nobraukums nav norādīts?';

/** What the demo user looks for: three filters that are on, one that is off. */
export const DEMO_FILTERS: readonly z.input<typeof filterInputSchema>[] = [
  {
    filterName: 'Ģimenes auto',
    active: 1,
    carBrand: 'bmw',
    carModel: ['320', '330', '520', '530'],
    priceMax: 30_000,
    yearMin: 2008,
  },
  {
    filterName: 'Volvo ģimenei',
    active: 1,
    carBrand: 'volvo',
    priceMax: 28_000,
    yearMin: 2010,
    engine: ['diesel', 'hybrid'],
  },
  {
    filterName: 'Pirmais auto',
    active: 1,
    carBrand: 'volkswagen',
    carModel: ['golf'],
    priceMax: 9_000,
  },
  { filterName: 'Elektro', active: 0, engine: ['electric'], priceMax: 25_000, yearMin: 2020 },
];

/** Cars that appear on the market now and then and are just what the demo user looks for. */
export const WANTED_CARS = [
  {
    brand: 'Bmw',
    model: '320',
    year: 2017,
    price: 12_900,
    volume: 2,
    fuel: 'diesel',
    mileage: 158_000,
    gearBox: 'automatic',
    bodyType: 'sedan',
    color: 'blue',
    area: 'riga',
    checkup: '04.2027',
    dealType: 'sell',
  },
  {
    brand: 'Volvo',
    model: 'V60',
    year: 2018,
    price: 14_500,
    volume: 2,
    fuel: 'diesel',
    mileage: 142_000,
    gearBox: 'automatic',
    bodyType: 'universal',
    color: 'red',
    area: 'ogre',
    checkup: '11.2027',
    dealType: 'sell',
  },
  {
    brand: 'Bmw',
    model: '530',
    year: 2015,
    price: 15_900,
    volume: 3,
    fuel: 'diesel',
    mileage: 214_000,
    gearBox: 'automatic',
    bodyType: 'sedan',
    color: 'black',
    area: 'jelgava',
    checkup: '02.2027',
    dealType: 'sell',
  },
] as const;
