import { describe, expect, it } from 'vitest';
import { createLogger } from '#core/logger.ts';
import { createTestApp } from '../support/test-app.ts';

/** A logger like that of the service, and the lines it wrote. */
function recorded() {
  let text = '';
  const destination = { write: (chunk: string) => (text += chunk) } as unknown as NodeJS.WritableStream;
  return {
    logger: createLogger('trace', destination),
    lines: () => text.split('\n').filter(Boolean),
    entries: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line): Record<string, unknown> => JSON.parse(line)),
  };
}

describe('words of strangers', () => {
  const FORGED = 'x\n{"level":60,"msg":"forged"}\r\n\u2028\u001b[31mred\u0000';

  it('make no line of their own in the log', async () => {
    const log = recorded();
    const world = await createTestApp({ logger: log.logger });
    const headers = await world.loginAs({ telegramId: 1, firstName: FORGED, role: 'basic' });
    await world.call({
      method: 'POST',
      url: '/filters/new',
      headers,
      payload: { filters: { filterName: FORGED, active: 1 } },
    });
    for (const url of [
      `/${encodeURIComponent(FORGED)}`,
      `/filters/delete/${encodeURIComponent(FORGED)}`,
      `/?${FORGED}`,
    ])
      await world.call({ url, headers: { 'user-agent': FORGED, 'accept-language': FORGED, referer: FORGED } });
    await world.call({ method: 'POST', url: '/auth/login', payload: { telegram_user_id: 1, initData: FORGED } });
    log.logger.info({ [FORGED]: FORGED, err: new Error(FORGED) }, FORGED);
    await world.close();
    // Each line is one entry that our own code began.
    for (const entry of log.entries())
      expect(entry).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
    expect(log.entries().filter(({ level, msg }) => level === 60 || msg === 'forged')).toEqual([]);
    for (const line of log.lines()) expect(line).not.toMatch(/\p{Cc}/u);
  });
});

describe('what is secret', () => {
  const NAMES = [
    ...['cookie', 'set-cookie', 'Set-Cookie', 'authorization', 'Authorization', 'x-telegram-bot-api-secret-token'],
    ...[
      'initData',
      'init_data',
      'hash',
      'password',
      'confirmPassword',
      'currentPassword',
      'passwordHash',
      'password_hash',
    ],
    ...[
      'phone',
      'phoneNumber',
      'phone_number',
      'email',
      'token',
      'tokenHash',
      'token_hash',
      'botToken',
      'secret',
      'code',
    ],
  ];

  it.each(NAMES)('under the name %s is hidden, wherever it stands', (name) => {
    const log = recorded();
    const own = { [name]: 'hawk-in-the-nest' };
    log.logger.info(own, 'a');
    log.logger.info({ a: own, b: { c: own }, d: { e: { f: { g: own } } }, list: [own, [own]] }, 'b');
    log.logger.child({ area: 'x' }).warn({ headers: own }, 'c');
    expect(log.entries()).toHaveLength(3);
    expect(log.lines().join()).not.toContain('hawk-in-the-nest');
    expect(
      log
        .lines()
        .join()
        .match(/\[redacted\]/g),
    ).toHaveLength(7);
  });

  it('is hidden also where a logger carries it along', () => {
    const log = recorded();
    for (const name of ['token', 'cookie', 'password', 'initData']) log.logger.child({ [name]: 'hawk' }).info('x');
    expect(log.lines().join()).not.toContain('hawk');
  });

  it('takes nothing else along', () => {
    const log = recorded();
    const told = {
      userId: 7,
      at: new Date(0),
      names: ['a', null],
      deep: { tokens: 3, errorCode: 'E' },
      none: undefined,
    };
    log.logger.info(told, 'x');
    expect(log.entries()).toMatchObject(
      [{ ...told, at: '1970-01-01T00:00:00.000Z', none: undefined }].map(({ none: _, ...rest }) => rest),
    );
  });

  it('and leads back to itself does not hang the log', () => {
    const log = recorded();
    const ring: Record<string, unknown> = { token: 'hawk' };
    ring.ring = ring;
    log.logger.info({ ring }, 'x');
    expect(log.lines().join()).not.toContain('hawk');
  });
});
