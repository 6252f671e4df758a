import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { logInAdmin } from './admin.ts';
import { openNative, signInBrowser } from './app.ts';
import { APP, callAs, newPerson, saveFilter, signUp } from './world.ts';

const LANGUAGES = ['lv', 'en', 'ru'] as const;
const THEMES = ['light', 'dark'] as const;
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;

export interface Look {
  readonly language: (typeof LANGUAGES)[number];
  readonly theme: (typeof THEMES)[number];
  readonly size: keyof typeof SIZES;
  /** A native client, the same of version 6.0 that can do nothing optional, or a plain browser. */
  readonly client: 'telegram' | 'telegram 6.0' | 'browser';
}

/** Every way in which a screen is looked at; phones alone still carry the oldest clients. */
export const LOOKS: readonly Look[] = (['telegram', 'telegram 6.0', 'browser'] as const).flatMap((client) =>
  LANGUAGES.flatMap((language) =>
    THEMES.flatMap((theme) =>
      (client === 'telegram 6.0' ? (['phone'] as const) : (['phone', 'desktop'] as const)).map(
        (size) => ({ language, theme, size, client }) satisfies Look,
      ),
    ),
  ),
);

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Where it is shown: everywhere, or only to visitors of one kind. */
  readonly clients: readonly ('telegram' | 'browser')[];
  /** Who looks at it, where that is not somebody with filters. */
  readonly visitor?: 'stranger' | 'admin';
  /** Brings the page into the state that is meant, and waits for it. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const EVERYWHERE = ['telegram', 'browser'] as const;
const TELEGRAM_ONLY = ['telegram'] as const;
const BROWSER_ONLY = ['browser'] as const;

/** Every screen that people use, and the sheets on them. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'sign-up', path: '/signup', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'registration', path: '/signup?step=register', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'log-in', path: '/login', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'forgotten password', path: '/login?step=reset', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'log-in of developers', path: '/dev-login', clients: BROWSER_ONLY, visitor: 'stranger' },
  { name: 'main menu', path: '/main', clients: EVERYWHERE },
  { name: 'filters', path: '/filters', clients: TELEGRAM_ONLY },
  { name: 'new filter', path: '/filters/new', clients: TELEGRAM_ONLY },
  { name: 'edited filter', path: '/filters/update/{filterId}', clients: TELEGRAM_ONLY },
  { name: 'filter that is not there', path: '/filters/update/999999999', clients: TELEGRAM_ONLY },
  { name: 'profile', path: '/profile', clients: EVERYWHERE },
  { name: 'alerts', path: '/alerts', clients: EVERYWHERE },
  { name: 'plans', path: '/plans', clients: EVERYWHERE },
  { name: 'report a problem', path: '/report-problem', clients: EVERYWHERE },
  { name: 'contact', path: '/contact', clients: EVERYWHERE },
  { name: 'how it works', path: '/how-it-works', clients: EVERYWHERE },
  { name: 'privacy', path: '/privacy', clients: EVERYWHERE },
  { name: 'not found', path: '/no-such-page', clients: EVERYWHERE },
  { name: 'administrators’ hub', path: '/admin', clients: BROWSER_ONLY, visitor: 'admin' },
  { name: 'users', path: '/admin/console', clients: BROWSER_ONLY, visitor: 'admin' },
  { name: 'reported problems', path: '/admin/reported-problems', clients: BROWSER_ONLY, visitor: 'admin' },
];

export const isShownIn = ({ clients }: Screen, { client }: Look) =>
  clients.includes(client === 'browser' ? 'browser' : 'telegram');

/** Opens the screen in this look and waits until it is complete. */
export async function openScreen(page: Page, request: APIRequestContext, screen: Screen, look: Look): Promise<void> {
  const { language, theme, size, client } = look;
  const owner = await someOwner(request);
  await page.setViewportSize(SIZES[size]);
  // The language is kept with the user, and the page follows the server.
  await callAs(request, owner.id, 'PUT', '/api/user/settings', { language });
  await page.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      // The frame of the map has no storage.
      if (window !== window.parent) return;
      localStorage.setItem('language', chosenLanguage as string);
      localStorage.setItem('theme', chosenTheme as string);
    },
    [language, theme],
  );
  const path = screen.path.replace('{filterId}', String(owner.filterId));
  if (client === 'browser') {
    if (screen.visitor === 'admin') await logInAdmin(page.request, language);
    else if (screen.visitor !== 'stranger') await signInBrowser(page, request, owner.id);
    await page.goto(APP + path);
  } else {
    const version = client === 'telegram 6.0' ? { version: '6.0' } : {};
    await openNative(page, request, owner.id, { path, theme, ...version });
  }
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await screen.arrange?.(page);
}

interface Owner {
  readonly id: number;
  readonly filterId: number;
}

let madeOwner: Promise<Owner> | undefined;

/** Somebody with filters, whose language changes from screen to screen and disturbs nobody else. */
function someOwner(request: APIRequestContext): Promise<Owner> {
  madeOwner ??= makeOwner(request);
  return madeOwner;
}

async function makeOwner(request: APIRequestContext): Promise<Owner> {
  const person = await newPerson(request, { firstName: 'Līga' });
  await signUp(request, person);
  const filterId = await saveFilter(request, person.id, {
    filterName: 'Ģimenes auto',
    carBrand: 'bmw',
    carModel: ['320', '3-series'],
    priceMax: 30_000,
    yearMin: 2008,
    engine: ['diesel', 'hybrid'],
    color: ['black', 'grey'],
    area: ['riga'],
  });
  await saveFilter(request, person.id, { filterName: 'Elektro', active: 0, engine: ['electric'], priceMax: 25_000 });
  return { id: person.id, filterId };
}

/** What has to hold on every screen, whatever it shows. */
export async function expectWellMade(page: Page, look: Look): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', look.language);
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
  await expect(page.locator('h1')).toHaveCount(1);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels that stand out to the side').toBeLessThanOrEqual(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\{\{|\b(undefined|null|NaN)\b|[a-z]+:[a-z]+\.[a-z]/);
  await expectAccessible(page);
}

/** Axe finds nothing, in the page or in a part of it; the map is a page of somebody else. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).exclude('iframe').analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** Errors that the page wrote to the console or threw, apart from what the network did. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}
