import type { z } from 'zod';
import type { filterInputSchema } from '#core/contracts/filter.ts';
import type { Role } from '#core/contracts/user.ts';
import { DEMO_ADMINS, DEMO_FILTERS, DEMO_PROBLEM, DEMO_USER } from '#tools/dev-env/demo-user.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';

/** Somebody of the development database, and what the seeds give them. */
export interface DevPerson {
  readonly person: SimulatedUser;
  readonly role: Role;
  readonly filters: readonly z.input<typeof filterInputSchema>[];
  readonly letters?: {
    readonly problem?: string;
    readonly plan?: 'basic' | 'advanced';
    readonly feedback?: { readonly rating: number; readonly email: string; readonly comment: string };
  };
}

const admins: readonly DevPerson[] = Object.values(DEMO_ADMINS).map((person) => ({
  person,
  role: 'admin',
  filters: [],
}));

/** One person at least of each role and of each language; all of them have begun a chat with the bot. */
export const DEV_PEOPLE: readonly DevPerson[] = [
  {
    person: DEMO_USER,
    role: 'basic',
    filters: DEMO_FILTERS,
    letters: { problem: DEMO_PROBLEM, plan: 'advanced' },
  },
  {
    person: { id: 5002, first_name: 'Emma', language_code: 'en' },
    role: 'advanced',
    filters: [
      { filterName: 'Family car', active: 1, bodyType: ['universal', 'van'], priceMax: 15_000, yearMin: 2014 },
      { filterName: 'Anything cheap', active: 1, priceMax: 2_000 },
    ],
    letters: { feedback: { rating: 5, email: 'emma@example.com', comment: 'Found my car on the third day.' } },
  },
  {
    person: { id: 5003, first_name: 'Ольга', language_code: 'ru' },
    role: 'user',
    filters: [],
    letters: { plan: 'basic' },
  },
  { person: { id: 5004, first_name: 'Jānis', language_code: 'lv' }, role: 'basic', filters: [] },
  ...admins,
];
