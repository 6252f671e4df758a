import { filterInputSchema } from '#core/contracts/filter.ts';
import { LOCALES, type Locale } from '#core/i18n/locales.ts';
import { DEMO_FILTERS, DEMO_USER, type WANTED_CARS } from '#tools/dev-env/demo-user.ts';
import { type DevEnv, startDevEnv } from '#tools/dev-env/dev-env.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';

const PORTS = { app: 3200, telegram: 8281, market: 8282 };
export const DEV_LOGIN_SECRET = 'for pictures only';
/** So many that the editor has a market to draw. */
const MARKET_ADS = 1500;
const WITHIN_MS = 20_000;

/** Who the pictures show, one person for each language. */
export const PEOPLE = {
  lv: DEMO_USER,
  en: { id: 5002, first_name: 'Emma', language_code: 'en' },
  ru: { id: 5003, first_name: 'Ольга', language_code: 'ru' },
} satisfies Record<Locale, SimulatedUser>;

/** Has no filter yet. */
export const NEWCOMER: SimulatedUser = { id: 5004, first_name: 'Jānis', language_code: 'lv' };
/** Has as many filters switched on as the plan allows, and one more. */
export const COLLECTOR: SimulatedUser = { id: 5005, first_name: 'Ilze', language_code: 'lv' };

/** The names of the demo's filters, in their order. */
const FILTER_NAMES: Record<Locale, readonly string[]> = {
  lv: DEMO_FILTERS.map(({ filterName }) => filterName),
  en: ['Family car', 'Volvo estate', 'First car', 'Electric'],
  ru: ['Семейное авто', 'Volvo семье', 'Первое авто', 'Электро'],
};

const MORE_FILTERS = [
  { filterName: 'Darba buss', active: 1, carBrand: 'volkswagen', bodyType: ['van'], priceMax: 9_000 },
  { filterName: 'Kabriolets', active: 1, bodyType: ['convertible'], priceMax: 20_000 },
] as const;

/** Market, chat and service, with people who have looked for a car for a while. */
export async function startPictureWorld(): Promise<DevEnv> {
  const env = await startDevEnv({
    ports: PORTS,
    users: [...Object.values(PEOPLE), NEWCOMER, COLLECTOR],
    marketAds: MARKET_ADS,
    settings: { ALERTS_PER_HOUR: '0', LOG_LEVEL: 'error', RATE_LIMITS: 'off', DEV_LOGIN_SECRET },
  });
  try {
    for (const locale of LOCALES) {
      const names = FILTER_NAMES[locale];
      await signUp(
        env,
        PEOPLE[locale],
        DEMO_FILTERS.map((filter, place) => ({ ...filter, filterName: names[place] })),
      );
    }
    await signUp(env, NEWCOMER, []);
    await signUp(env, COLLECTOR, [...DEMO_FILTERS, ...MORE_FILTERS]);
    await env.baseline();
    await ageStore(env);
    return env;
  } catch (error) {
    await env.close();
    throw error;
  }
}

/** A store that is younger than a week does not say how much a filter finds in one; it is as old as its first ad. */
async function ageStore({ app }: DevEnv): Promise<void> {
  await app.core.orm.em
    .fork()
    .execute("update ads set first_seen_at = first_seen_at - interval '8 days' where id = (select min(id) from ads)");
}

async function signUp({ app, telegram }: DevEnv, person: SimulatedUser, filters: readonly object[]): Promise<void> {
  const { core } = app;
  telegram.start(person.id);
  await telegram.waitForMessage(person.id, (message) => message.from === 'bot', WITHIN_MS);
  await core.run(async () => {
    const user = await core.users.findByTelegramId(person.id);
    if (!user) throw new Error(`${person.first_name} could not sign up.`);
    for (const filter of filters) await core.filters.create(user.id, filterInputSchema.parse(filter));
  });
}

/** Puts a car on the market that everybody looks for, and waits until the alerts are in the chats. */
export async function offerCar({ market, telegram }: DevEnv, car: (typeof WANTED_CARS)[number]): Promise<void> {
  const name = car.brand === 'Bmw' ? `BMW ${car.model}` : `${car.brand} ${car.model}`;
  market.market.addAd(car);
  for (const person of Object.values(PEOPLE))
    await telegram.waitForMessage(person.id, (message) => message.text.includes(name), WITHIN_MS);
}

/** The id of the person's oldest filter. */
export function firstFilterOf({ app: { core } }: DevEnv, person: SimulatedUser): Promise<number> {
  return core.run(async () => {
    const user = await core.users.findByTelegramId(person.id);
    const [filter] = user ? await core.filters.list(user.id) : [];
    if (!filter) throw new Error(`${person.first_name} has no filter.`);
    return filter.id;
  });
}
