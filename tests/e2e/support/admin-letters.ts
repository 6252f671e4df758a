import { type APIRequestContext, expect, type Page } from 'playwright/test';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import type { OpenPlanRequest, ReportedProblem } from '#core/contracts/admin-letters.ts';
import type { ChatMessage, SimulatedUser } from '#tools/telegram-emulator/types.ts';
import { callAsAdmin } from './admin.ts';
import { inTelegram } from './people.ts';
import { callAs, newPerson, signUp, TELEGRAM } from './world.ts';

export const PROBLEMS = '/admin/get/reported-problems';
export const PROBLEMS_PAGE = '/admin/reported-problems';
export const FIGURES = '/admin/get/figures';

/** Somebody signed up, with a name that nobody else has. */
export async function newWriter(
  request: APIRequestContext,
  { name = 'Uldis', language = 'lv' } = {},
): Promise<SimulatedUser> {
  const firstName = `${name} ${Math.random().toString(36).slice(2, 8)}`;
  const person = await newPerson(request, { firstName, language });
  await signUp(request, person);
  return person;
}

/** This person reports a problem, as the form of the mini app does. */
export async function report(
  request: APIRequestContext,
  { id, first_name }: SimulatedUser,
  text: string,
): Promise<void> {
  const { body } = await callAs(request, id, 'GET', '/api/auth/status');
  const data = { user_id: body.user.id, telegram_user_id: id, first_name, problem_description: text };
  expect(await callAs(request, id, 'POST', '/api/report-problem', data)).toMatchObject({ status: 200 });
}

/** What administrators read of this person. The page has to be signed in as one. */
export async function reportsOf(page: Page, { first_name }: SimulatedUser): Promise<ReportedProblem[]> {
  const { body } = await callAsAdmin(page.request, 'GET', `${PROBLEMS}?limit=100`);
  return (body.problems as ReportedProblem[]).filter((problem) => problem.first_name === first_name);
}

/** What this person asks for and nobody has answered. The page has to be signed in as an administrator. */
export async function openRequestsOf(page: Page, { first_name }: SimulatedUser): Promise<OpenPlanRequest[]> {
  const { body } = await callAsAdmin(page.request, 'GET', '/admin/get/plan-requests?limit=100');
  return (body.requests as OpenPlanRequest[]).filter(({ user }) => user.first_name === first_name);
}

/** The cards of reports by whoever is called so. */
export const problemCards = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

/** On the hub: the request of this person; those who have waited longer stand before it, and the list grows until it is there. */
export async function planRequestRow(page: Page, { first_name }: SimulatedUser) {
  const card = page.getByRole('region', { name: /^(Plānu pieprasījumi|Plan requests|Запросы планов)$/ });
  const row = card.getByRole('listitem').filter({ hasText: first_name });
  const more = card.getByRole('button', { name: /^(Rādīt vēl|Load more|Показать ещё)$/ });
  await expect(row.or(more).first()).toBeVisible();
  await expect(async () => {
    if (!(await row.isVisible())) await more.click({ timeout: 500 });
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass();
  return row;
}

/** Presses a button under a message in the chat and waits until the bot has answered. */
export async function pressInChat(
  request: APIRequestContext,
  { chatId, id }: ChatMessage,
  button: string,
): Promise<void> {
  const press = { userId: chatId, messageId: id, button };
  const { queryId } = (await inTelegram(request, 'press-button', press)) as { queryId: string };
  await inTelegram(request, 'wait-for-callback-answer', { queryId });
}

/** The message as it stands in the chat now, after the bot has edited it. */
export async function messageNow(request: APIRequestContext, { chatId, id }: ChatMessage): Promise<ChatMessage> {
  const answer = await request.get(`${TELEGRAM}/control/messages`, { params: { chat: chatId } });
  const found = ((await answer.json()) as ChatMessage[]).find((message) => message.id === id);
  if (!found) throw new Error(`The chat ${chatId} has no message ${id}`);
  return found;
}

export const buttonsOf = ({ buttons }: ChatMessage): string[] => buttons.flat().map(({ text }) => text);

/** A day on which all goes well, at five past two in Riga. */
export const CALM_DAY: FiguresResponse = {
  at: '2026-11-20T12:05:00.000Z',
  users: { total: 1284, today: 12, byRole: { user: 1041, basic: 190, advanced: 50, admin: 3 } },
  filters: { active: 812, total: 1733 },
  ads: { new: 1962, renewed: 88 },
  alerts: {
    sent: 421,
    priceDrops: 21,
    byHour: [0, 0, 0, 0, 0, 0, 4, 11, 30, 60, 90, 1, 70, 105, 50].map((sent, hour) => ({
      from: new Date(Date.UTC(2026, 10, 19, 22 + hour)).toISOString(),
      sent,
    })),
  },
  outbox: { waiting: 2, oldestWaitingSeconds: 38, dead: 0 },
  sources: [
    {
      id: 'ss',
      state: 'healthy',
      lastReadAt: '2026-11-20T12:04:22.000Z',
      lastSweepAt: '2026-11-20T11:41:00.000Z',
      lastSweepMinutes: 12,
      failuresToday: 1,
      rowsToday: 14_250,
      badRowsToday: 3,
    },
  ],
  problems: 3,
  planRequests: 2,
  feedback: 5,
};

/** Answers the figures by what this says at each call. */
export async function serveFigures(page: Page, figures: (call: number) => FiguresResponse): Promise<{ count: number }> {
  const calls = { count: 0 };
  await page.route(`**${FIGURES}`, (route) => {
    calls.count += 1;
    return route.fulfill({ json: figures(calls.count) });
  });
  return calls;
}
