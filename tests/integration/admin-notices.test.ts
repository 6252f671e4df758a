import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingUser } from '#core/audit/actor.ts';
import { OPERATOR } from '../support/actors.ts';
import { type AdminChatWorld, openAdminChatWorld } from '../support/admin-chat-world.ts';
import { labels } from '../support/bot-world.ts';

let world: AdminChatWorld;
beforeAll(async () => {
  world = await openAdminChatWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const PROBLEM = 'Karte neatveras, un filtrs nesaglabājas.';
/** What i18next, Telegram's markup and a reader's eye could stumble over. */
const STRANGE = '{{id}} {{- name}} $t(admin.nameless) $t(common:role.admin, {"count": 2}) $& $1 <b>x</b> *y* _z_ &amp;';

describe('the administrators', () => {
  it('are told of a report once each, in their language, and nobody else is', async () => {
    const [lv, en, ru] = [
      await world.someone('admin'),
      await world.someone('admin', { language: 'en' }),
      await world.someone('admin', { language: 'ru' }),
    ];
    const anna = await world.someone('basic', { firstName: 'Anna' });
    await world.report(anna, PROBLEM);
    const [row] = await world.sql<{ id: string }>('select id from problems');
    await world.send();
    const told = [lv, en, ru].map((admin) => world.toldTo(admin).map((message) => [message.text, labels(message)]));
    expect(told).toEqual([
      [[`Problēma nr. ${row?.id} · Anna\n\n${PROBLEM}`, [['Atzīmēt kā atrisinātu']]]],
      [[`Problem report ${row?.id} · Anna\n\n${PROBLEM}`, [['Mark done']]]],
      [[`Проблема № ${row?.id} · Anna\n\n${PROBLEM}`, [['Отметить решённой']]]],
    ]);
    expect(world.toldTo(anna)).toEqual([]);
  });

  it('are told of a request for a plan, with the plans that can answer it', async () => {
    const admin = await world.someone('admin');
    const anna = await world.someone('user', { firstName: 'Anna' });
    const boriss = await world.someone('basic', { firstName: 'Boriss' });
    await world.ask(anna, 'basic');
    await world.ask(boriss, 'advanced');
    await world.send();
    expect(world.toldTo(admin).map((message) => [message.text, labels(message)])).toEqual([
      [
        `Anna (lietotājs ${anna.id}, Telegram ID ${anna.telegramId}) prasa plānu „Pamata”. Tagad: „Lietotājs”.`,
        [['Piešķirt „Pamata”'], ['Piešķirt „Paplašinātais”'], ['Atteikt']],
      ],
      [
        `Boriss (lietotājs ${boriss.id}, Telegram ID ${boriss.telegramId}) prasa plānu „Paplašinātais”. Tagad: „Pamata”.`,
        [['Piešķirt „Paplašinātais”'], ['Atteikt']],
      ],
    ]);
  });

  it('are told also while their alerts are paused', async () => {
    const admin = await world.someone('admin');
    await world.core.run(() => world.core.alerts.pause(admin.id));
    await world.report(await world.someone('basic'), PROBLEM);
    await world.send();
    expect(world.toldTo(admin)).toHaveLength(1);
  });
});

describe('a notice', () => {
  it('that waits holds nothing that a person wrote or is', async () => {
    await world.someone('admin');
    const anna = await world.someone('user', { firstName: 'Anna' });
    await world.report(anna, PROBLEM);
    await world.ask(anna, 'basic');
    const waiting = { status: 'pending', payload: { textKey: 'admin.problem', values: {} } };
    expect(await world.notices()).toMatchObject([
      { ...waiting, kind: 'admin_plan', payload: { textKey: 'admin.request', values: {} } },
      { ...waiting, kind: 'admin_problem' },
    ]);
    await world.send();
    const payloads = (await world.notices()).map(({ status, payload }) => [status, payload]);
    expect(payloads).toEqual([
      ['sent', { textKey: 'admin.request', values: {} }],
      ['sent', waiting.payload],
    ]);
  });

  it('does not reach who is an administrator no more', async () => {
    const [former, other] = [await world.someone('admin'), await world.someone('admin')];
    await world.report(await world.someone('basic'), PROBLEM);
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, former.id, 'user'));
    await world.send();
    expect(world.toldTo(former).map(({ text }) => text)).toEqual([expect.stringMatching(/^Tavs plāns tagad ir/)]);
    expect(world.toldTo(other)).toHaveLength(1);
    expect(await world.notices()).toMatchObject([{ status: 'cancelled', error: 'not-admin' }, { status: 'sent' }]);
  });

  it('of what is settled before it goes out is not sent', async () => {
    const admin = await world.someone('admin');
    const by = actingUser(admin.id, 'web');
    const anna = await world.someone('user');
    await world.report(anna, PROBLEM);
    const [problem] = await world.sql<{ id: string }>('select id from problems');
    await world.core.run(() => world.core.problems.remove(by, Number(problem?.id)));
    await world.ask(anna, 'basic');
    await world.ask(anna, 'advanced');
    await world.send();
    expect(await world.notices()).toMatchObject([
      { kind: 'admin_plan', status: 'cancelled', error: 'settled' },
      { kind: 'admin_plan', status: 'sent' },
      { kind: 'admin_problem', status: 'cancelled', error: 'settled' },
    ]);
    expect(world.toldTo(admin).map(({ text }) => text)).toEqual([
      expect.stringContaining('prasa plānu „Paplašinātais”'),
    ]);
  });

  it('of somebody whose account is gone by then names nobody', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    const anna = await world.someone('user', { firstName: 'Anna' });
    await world.report(anna, PROBLEM);
    await world.ask(anna, 'basic');
    await world.core.run(() => world.core.accountDeletion.deleteAccount(anna.id));
    await world.send();
    expect(world.toldTo(admin).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Problem report \d+ · no name\n/),
    ]);
  });

  it('waits until the report is stored: a refused one announces nothing', async () => {
    await world.someone('admin');
    const anna = await world.someone('basic');
    await world.report(anna, PROBLEM);
    await expect(world.report(anna, PROBLEM.toUpperCase())).rejects.toThrow('problem.duplicate');
    expect(await world.notices()).toHaveLength(1);
  });
});

describe('what users wrote', () => {
  it.each(['lv', 'en', 'ru'] as const)('is shown as it stands, in %s', async (language) => {
    const admin = await world.someone('admin', { language });
    const anna = await world.someone('user', { firstName: STRANGE });
    await world.report(anna, STRANGE);
    world.clock.advance(1000);
    await world.ask(anna, 'basic');
    await world.send();
    const [problem, request] = world.toldTo(admin);
    expect(problem?.text).toMatch(/^\D+ \d+ · /);
    expect(problem?.text.endsWith(` · ${STRANGE}\n\n${STRANGE}`)).toBe(true);
    expect(request?.text.startsWith(`${STRANGE} (`)).toBe(true);
    expect(request?.text).not.toContain('common:role.basic');
    for (const message of [problem, request])
      expect(message?.entities.filter(({ type }) => type === 'bold' || type === 'italic')).toEqual([]);
  });

  it('is cut after 300 characters as a reader counts them', async () => {
    const admin = await world.someone('admin');
    await world.report(await world.someone('basic'), '👨‍👩‍👧‍👦'.repeat(301));
    await world.send();
    const [message] = world.toldTo(admin);
    expect(message?.text.split('\n\n')[1]).toBe(`${'👨‍👩‍👧‍👦'.repeat(300)}…`);
    expect(labels(message as never)).toEqual([['Rādīt visu'], ['Atzīmēt kā atrisinātu']]);
  });

  it('fits into a message, however many marks a character has', async () => {
    const admin = await world.someone('admin');
    await world.report(await world.someone('basic'), `x${'\u0316'.repeat(100)}`.repeat(290));
    await world.send();
    expect(world.toldTo(admin)).toHaveLength(1);
    expect(world.toldTo(admin)[0]?.text.length).toBeLessThanOrEqual(4096);
  });
});
