import type { Frame } from 'playwright';
import type { Locale } from '#core/i18n/locales.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';
import type { Theme } from './mini-app.ts';
import { COLLECTOR, NEWCOMER } from './picture-world.ts';

/** A language and a theme in which a screen is pictured. */
export interface Look {
  readonly locale: Locale;
  readonly theme: Theme;
}

export interface AppScreen {
  readonly name: string;
  /** `{filterId}` stands for the person's first filter. */
  readonly path: string;
  readonly looks: readonly Look[];
  /** Somebody other than the person of the language. */
  readonly person?: SimulatedUser;
  /** Brings the page into the state that is meant. */
  readonly arrange?: (frame: Frame) => Promise<void>;
}

export interface BrowserScreen {
  readonly name: string;
  readonly path: string;
  readonly looks: readonly Look[];
  /** Who looks at it. */
  readonly visitor: 'stranger' | 'user' | 'admin';
  /** Brings the page into the state that is meant. */
  readonly arrange?: (frame: Frame) => Promise<void>;
}

const PLAIN: readonly Look[] = [{ locale: 'lv', theme: 'light' }];
const LIGHT_AND_DARK: readonly Look[] = [...PLAIN, { locale: 'lv', theme: 'dark' }];
/** For screens whose texts matter. */
export const EVERY: readonly Look[] = [
  ...LIGHT_AND_DARK,
  { locale: 'en', theme: 'light' },
  { locale: 'ru', theme: 'light' },
];

/** The screens of the mini app, on a phone inside the chat. */
export const APP_SCREENS: readonly AppScreen[] = [
  { name: 'main-menu', path: '/main', looks: LIGHT_AND_DARK },
  { name: 'filters', path: '/filters', looks: EVERY },
  { name: 'filters-empty', path: '/filters', looks: PLAIN, person: NEWCOMER },
  { name: 'limit-dialog', path: '/filters', looks: PLAIN, person: COLLECTOR, arrange: switchOnOneMore },
  { name: 'editor', path: '/filters/update/{filterId}', looks: EVERY },
  { name: 'editor-new', path: '/filters/new', looks: PLAIN },
  { name: 'sample-ads', path: '/filters/update/{filterId}', looks: PLAIN, arrange: openSample },
  { name: 'alerts', path: '/alerts', looks: PLAIN },
  { name: 'profile', path: '/profile', looks: LIGHT_AND_DARK },
  { name: 'plans', path: '/plans', looks: PLAIN },
  { name: 'how-it-works', path: '/how-it-works', looks: EVERY },
  { name: 'report-problem', path: '/report-problem', looks: PLAIN },
  { name: 'feedback', path: '/main', looks: PLAIN, arrange: openFeedback },
  { name: 'contact', path: '/contact', looks: PLAIN },
  { name: 'privacy', path: '/privacy', looks: PLAIN },
  { name: 'not-found', path: '/no-such-page', looks: PLAIN },
];

/** The screens of a browser, each on a phone and on a desk. */
export const BROWSER_SCREENS: readonly BrowserScreen[] = [
  { name: 'landing', path: '/', looks: EVERY, visitor: 'stranger' },
  { name: 'sign-up', path: '/signup', looks: LIGHT_AND_DARK, visitor: 'stranger' },
  { name: 'registration', path: '/signup?step=register', looks: PLAIN, visitor: 'stranger' },
  { name: 'log-in', path: '/login', looks: EVERY, visitor: 'stranger' },
  { name: 'forgotten-password', path: '/login?step=reset', looks: PLAIN, visitor: 'stranger' },
  { name: 'developers-log-in', path: '/dev-login', looks: PLAIN, visitor: 'stranger' },
  { name: 'browser-menu', path: '/main', looks: PLAIN, visitor: 'user' },
  { name: 'browser-profile', path: '/profile', looks: PLAIN, visitor: 'user' },
  { name: 'browser-contact', path: '/contact', looks: PLAIN, visitor: 'stranger' },
  { name: 'browser-how-it-works', path: '/how-it-works', looks: PLAIN, visitor: 'stranger' },
  { name: 'admin-hub', path: '/admin', looks: EVERY, visitor: 'admin' },
  { name: 'admin-console', path: '/admin/console', looks: EVERY, visitor: 'admin' },
  { name: 'admin-demotion', path: '/admin/console', looks: PLAIN, visitor: 'admin', arrange: askToDemote },
  { name: 'admin-problems', path: '/admin/reported-problems', looks: LIGHT_AND_DARK, visitor: 'admin' },
];

async function switchOnOneMore(frame: Frame): Promise<void> {
  await frame.getByRole('switch', { checked: false }).first().press('Space');
}

async function openSample(frame: Frame): Promise<void> {
  await frame.locator('.count-bar__action').click();
  await frame.locator('.sheet').waitFor();
}

async function askToDemote(frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: 'Darbības: Līga' }).click();
  await frame.getByRole('menuitem').first().click();
}

async function openFeedback(frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: 'Atsauksme' }).click();
  await frame.locator('.stars__star').last().click();
}
