import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import { openNative, signInBrowser } from '../support/app.ts';
import { holdBack } from '../support/faults.ts';
import { refuse, watchCalls } from '../support/network.ts';
import { expectAccessible } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { callAs, newPerson, signUp } from '../support/world.ts';

const REPORT = '**/api/report-problem';
const PROBLEM = 'Poga „Saglabāt” nestrādā.';

/** Opens the report of a fresh person in a browser. */
async function openReport(page: Page, request: APIRequestContext, language = 'lv') {
  const person = await newPerson(request, { language });
  await signUp(request, person);
  await signInBrowser(page, request, person.id);
  await page.goto('/report-problem');
  return { person, text: page.getByRole('textbox') };
}

/** Opens the report of a fresh person inside Telegram, whose client draws the button. */
async function openNativeReport(page: Page, request: APIRequestContext) {
  const person = await newPerson(request);
  const client = await openNative(page, request, person.id, { path: '/report-problem', theme: 'dark' });
  return { client, text: page.getByRole('textbox') };
}

const send = (page: Page) => page.getByRole('button', { name: 'Nosūtīt' });

/** The opacity that the alert has this long after it came. */
const opacityAfter = (alert: Locator, ms: number) =>
  alert.evaluate((node, time) => {
    for (const animation of node.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
    return Number(getComputedStyle(node).opacity);
  }, ms);

test.describe('a problem report', () => {
  test('is sent once, thanked for and closed to the menu', async ({ page, request }) => {
    const { text } = await openReport(page, request);
    const calls = watchCalls(page);
    const report = await holdBack(page, '/api/report-problem', 'POST');
    await expect(send(page)).toBeDisabled();
    await text.fill(`  ${PROBLEM}  `);
    await expect(page.getByText(`${PROBLEM.length} / 2000`)).toBeVisible();
    await expectAccessible(page);
    await send(page).dblclick();
    await expect(page.getByRole('button', { name: 'Sūta…' })).toBeDisabled();
    report.letGo();
    await expect(page.getByRole('heading', { level: 1, name: 'Paldies, ziņojums nosūtīts!' })).toBeVisible();
    expect(calls.filter((call) => call === 'POST /api/report-problem')).toHaveLength(1);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Aizvērt' }).click();
    await expect(page).toHaveURL('/main');
    await page.getByRole('link', { name: 'Ziņot par problēmu' }).click();
    await expect(text).toHaveValue('');
  });

  test('is sent by the button of the client, which is pressed twice', async ({ page, request }) => {
    const { client, text } = await openNativeReport(page, request);
    await text.fill(PROBLEM);
    const calls = watchCalls(page);
    await expect.poll(() => client.latest('web_app_setup_main_button')).toMatchObject({ is_active: true });
    await Promise.all([client.press('main'), client.press('main')]);
    await expect(page.getByRole('heading', { level: 1, name: 'Paldies, ziņojums nosūtīts!' })).toBeVisible();
    expect(calls).toEqual(['POST /api/report-problem']);
    await client.press('back');
    await expect(page).toHaveURL('/main');
  });

  test('that fails is told by an alert that fades from 3.5 s on and is gone at 4 s; the text stays', async ({
    page,
    request,
  }) => {
    await page.clock.install();
    const { text } = await openReport(page, request);
    await refuse(page, REPORT, 500, 'service.internal');
    await text.fill(PROBLEM);
    await page.clock.pauseAt(Date.now() + 60_000);
    await send(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Neizdevās nosūtīt ziņojumu.' });
    await expect(alert).toBeVisible();
    await expect(alert).toHaveCSS('animation-delay', '3.5s');
    expect(await opacityAfter(alert, 3400)).toBe(1);
    expect(await opacityAfter(alert, 3750)).toBeCloseTo(0.5, 1);
    expect(await opacityAfter(alert, 3990)).toBeLessThan(0.1);
    await page.clock.runFor(3900);
    await expect(alert).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(alert).toHaveCount(0);
    await expect(text).toHaveValue(PROBLEM);
    await expect(send(page)).toBeEnabled();
  });

  test('that is too short or gets no answer is refused with words; nothing typed is lost', async ({
    page,
    request,
  }) => {
    const { text } = await openReport(page, request);
    await text.fill('Slikti');
    await send(page).click();
    await expect(page.getByText('Apraksti problēmu vismaz ar 8 rakstzīmēm.')).toBeVisible();
    await page.route(REPORT, (route) => route.abort());
    await text.fill(PROBLEM);
    await send(page).click();
    await expect(page.getByText(/^Neizdevās nosūtīt ziņojumu\. Savienojuma kļūda/)).toBeVisible();
    await expect(text).toHaveValue(PROBLEM);
  });

  for (const [language, button, refusal] of [
    ['lv', 'Nosūtīt', 'Šī problēma jau ir iesniegta.'],
    ['en', 'Send', 'This problem has already been submitted.'],
    ['ru', 'Отправить', 'Эта проблема уже отправлена.'],
  ] as const) {
    test(`is not sent a second time: ${language}`, async ({ page, request }) => {
      const { person, text } = await openReport(page, request, language);
      const user = (await callAs(request, person.id, 'GET', '/api/get/user')).body;
      const { id: user_id, telegram_user_id, first_name } = user;
      const body = { user_id, telegram_user_id, first_name, problem_description: PROBLEM };
      expect((await callAs(request, person.id, 'POST', '/api/report-problem', body)).status).toBe(200);
      await text.fill(PROBLEM);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
      await expect(text).toHaveValue(PROBLEM);
    });
  }

  test('has a field that grows with the text, to at most 400 px', async ({ page, request }) => {
    const { text } = await openReport(page, request);
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const empty = await height();
    await text.fill('rinda\n'.repeat(10));
    await expect.poll(height).toBeGreaterThan(empty);
    await text.fill('rinda\n'.repeat(200));
    await expect.poll(height).toBeGreaterThan(380);
    expect(await height()).toBeLessThanOrEqual(400);
  });

  test('is not lost by the way back without a question', async ({ page, request }) => {
    const { client, text } = await openNativeReport(page, request);
    await text.fill(PROBLEM);
    await expect.poll(() => client.latest('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true });
    await client.press('back');
    expect(await client.answerPopup('stay')).toMatchObject({ title: expect.stringMatching(/\S/) });
    await expect(text).toHaveValue(PROBLEM);
    await client.press('back');
    await client.answerPopup('discard');
    await expect(page).toHaveURL('/main');
    await expect.poll(() => client.latest('web_app_setup_closing_behavior')).toEqual({ need_confirmation: false });
  });
});

test.describe('feedback', () => {
  async function openFeedback(page: Page, request: APIRequestContext) {
    const person = await newPerson(request, { language: 'en' });
    await signUp(request, person);
    await signInBrowser(page, request, person.id);
    await page.goto('/main');
    await page.getByRole('button', { name: 'Feedback' }).click();
    return page.getByRole('dialog', { name: 'Feedback' });
  }

  test('is rated by keys, refused for a wrong address, sent once and thanked for', async ({ page, request }) => {
    const sheet = await openFeedback(page, request);
    const calls = watchCalls(page);
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet.getByText('Please choose a rating from 1 to 5.')).toBeVisible();
    await expect(sheet.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Space');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await expect(sheet.getByRole('radio', { name: '4 of 5, good' })).toBeChecked();
    await expect(sheet.getByText('Good', { exact: true })).toBeVisible();
    await sheet.getByRole('textbox', { name: 'What works well, and what is missing?' }).fill('Quick 👨‍👩‍👧');
    await expect(sheet.getByText('7 / 2000')).toBeVisible();
    await expectAccessible(page);
    const email = sheet.getByRole('textbox', { name: 'E-mail, if you want an answer' });
    await email.fill('nobody');
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet.getByText('Invalid email format')).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill('nobody@example.com');
    await sheet.getByRole('button', { name: 'Send' }).dblclick();
    await expect(sheet.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
    expect(calls.filter((call) => call === 'POST /api/feedback')).toHaveLength(2);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Feedback' })).toBeFocused();
  });

  test('that is too long or fails is told; what was written is there when the sheet opens again', async ({
    page,
    request,
  }) => {
    const sheet = await openFeedback(page, request);
    const comment = sheet.getByRole('textbox', { name: 'What works well, and what is missing?' });
    await sheet.getByRole('radio', { name: '5 of 5, excellent' }).press('Space');
    await comment.fill('a'.repeat(2001));
    await expect(sheet.getByText('2001 / 2000')).toBeVisible();
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet.getByText('The comment can have at most 2000 characters.')).toBeVisible();
    await page.route('**/api/feedback', (route) => route.abort());
    await comment.fill('Good work');
    await sheet.getByRole('button', { name: 'Send' }).click();
    await expect(sheet.getByText(/^An error occurred while submitting feedback\. Connection error/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Feedback' }).click();
    await expect(comment).toHaveValue('Good work');
    await expect(sheet.getByRole('radio', { name: '5 of 5, excellent' })).toBeChecked();
  });
});
