import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { openChat } from './accounts.ts';
import { refuse } from './network.ts';
import { inTelegram, waitForMessage } from './people.ts';
import { newPerson, signUp } from './world.ts';

/** How a browser names itself that the bot shall know. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const LINK_BEGUN = '**/auth/link';
export const LINK_STATE = '**/auth/link/*';

/** The part of a door that waits for the chat. */
export const panelOf = (page: Page) =>
  page.getByRole('region', { name: /^(Ienākt ar Telegram|Log in with Telegram|Вход через Telegram)$/ });

export interface WaitingLink {
  /** Opens the chat with the bot. */
  readonly deepLink: string;
  /** Two digits that the chat has to show, too. */
  readonly code: string;
}

/** The log-in that the page waits for. */
export async function waitingLink(page: Page): Promise<WaitingLink> {
  const panel = panelOf(page);
  const status = panel.getByRole('status');
  await expect(status).toHaveText(/ \d\d\b/);
  const [code = ''] = /\d\d/.exec(await status.innerText()) ?? [];
  await expect(panel.getByText(code, { exact: true })).toBeVisible();
  const deepLink = (await panel.getByRole('link').getAttribute('href')) ?? '';
  expect(new URL(deepLink).searchParams.get('start')).toMatch(/^login_[\w-]{22}$/);
  return { deepLink, code };
}

/** Opens the chat of this person by the link and presses the button that starts the bot. */
export async function startBy(page: Page, telegramId: number, { deepLink }: WaitingLink): Promise<Page> {
  const chat = await openChat(page, telegramId, deepLink);
  await chat.getByRole('button', { name: /^(Sākt|Start|Начать)$/ }).click();
  return chat;
}

/** A link that the bot gives to somebody new who asks for one in the chat, and their id in Telegram. */
export async function askedLink(request: APIRequestContext, firstName: string, language: string) {
  const person = await newPerson(request, { firstName, language });
  await signUp(request, person);
  await inTelegram(request, 'start', { userId: person.id });
  await inTelegram(request, 'send-text', { userId: person.id, text: '/login' });
  const { text } = await waitForMessage(request, person.id, '/login#token=');
  return { id: person.id, url: text.split('\n')[0] ?? '' };
}

export const isSignedIn = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/auth/status')).json()).isLoggedIn;

export const SMALL_PHONE = { width: 320, height: 640 };

export interface Door {
  readonly name: string;
  readonly path: string;
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Brings the page into the state that is meant. */
  readonly arrange?: (page: Page) => Promise<unknown>;
}

/** A link from the chat that was never given to anybody. */
const UNKNOWN_LINK = '/login#token=AAAAAAAAAAAAAAAAAAAAAA';

const waits = { arrange: waitingLink };

const LINK_QUESTION: Door = { name: 'the question about a link from the chat', path: UNKNOWN_LINK };

export const DOORS: readonly Door[] = [
  { name: 'the log-in', path: '/login', ...waits },
  { name: 'the sign-up', path: '/signup', ...waits },
  { name: 'the log-in of developers', path: '/dev-login' },
  LINK_QUESTION,
];

/** What the doors show now and then, most of it when something is amiss. */
export const RARE_DOORS: readonly Door[] = [
  LINK_QUESTION,
  {
    name: 'the code is over',
    path: '/login',
    prepare: async (page) => {
      await page.route(LINK_STATE, (route) => route.fulfill({ json: { state: 'expired' } }));
    },
    arrange: (page) => panelOf(page).getByRole('button').waitFor(),
  },
  {
    name: 'the bot is away',
    path: '/signup',
    prepare: (page) => refuse(page, LINK_BEGUN, 503, 'service.botAway'),
    arrange: (page) => panelOf(page).getByRole('alert').waitFor(),
  },
  {
    name: 'nothing was typed',
    path: '/login',
    arrange: (page) => pressSubmit(page),
  },
  {
    name: 'developers typed nothing',
    path: '/dev-login',
    arrange: (page) => pressSubmit(page),
  },
  {
    name: 'a link from the chat that is over',
    path: UNKNOWN_LINK,
    arrange: async (page) => {
      await page.locator('.sign-in__answers button').first().click();
      await waitingLink(page);
    },
  },
  {
    name: 'a session that ended',
    path: '/login',
    arrange: async (page) => {
      await page.evaluate(() =>
        window.history.replaceState({ usr: { returnTo: '/plans', endedFor: 1 }, key: 'kept', idx: 0 }, ''),
      );
      await page.reload();
      await page.locator('.sign-in__notice').waitFor();
    },
  },
];

async function pressSubmit(page: Page): Promise<void> {
  await page.locator('button[type="submit"]').click();
  await page.locator('.text-field__fault:not(:empty)').first().waitFor();
}

/** Opens the door in the state that is meant. */
export async function openDoor(page: Page, door: Door): Promise<void> {
  await door.prepare?.(page);
  // The address of a link from the chat differs in nothing that would load a page anew.
  await page.goto('/icon.svg');
  await page.goto(door.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await door.arrange?.(page);
}

/** Nothing stands out to the side, and no text is missing. */
export async function expectNothingCut(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels that stand out to the side').toBeLessThanOrEqual(0);
  expect(await page.locator('body').innerText()).not.toMatch(/\{\{|\b(undefined|null|NaN)\b|[a-z]+:[a-z]+\.[a-z]/);
}
