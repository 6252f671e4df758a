import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors.ts';
import { signInitDataLines, verifyInitData } from './init-data.ts';

// Published by the makers of the client library; the tokens belong to no living bot.
const TOKEN = '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ';
const SIGNED =
  'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6';
const UNSIGNED_TOKEN = '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8';
const WITHOUT_SIGNATURE =
  'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2';

const DAY_S = 86_400;
const FOR_EVER_S = 10 * 365 * DAY_S;
const NOW = new Date('2026-11-20T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;

const anna = { user: JSON.stringify({ id: 5001, first_name: 'Anna', language_code: 'lv' }), auth_date: String(NOW_S) };

function sign(fields: Readonly<Record<string, string>>, token = TOKEN): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  const hash = signInitDataLines(lines.sort().join('\n'), token).toString('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}

function verify(raw: string, { token = TOKEN, now = NOW, maxAgeS = DAY_S } = {}) {
  return verifyInitData(raw, token, now, maxAgeS);
}

function refusal(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('the published examples', () => {
  it('are accepted with and without a third-party signature', () => {
    expect(verify(SIGNED, { maxAgeS: FOR_EVER_S })).toEqual({
      telegramId: 279058397,
      firstName: 'Vladislav + - ? /',
      languageCode: 'ru',
      authDate: new Date(1733584787_000),
    });
    expect(verify(WITHOUT_SIGNATURE, { token: UNSIGNED_TOKEN, maxAgeS: FOR_EVER_S }).firstName).toBe('Vladislav');
  });

  it('expire', () => {
    const now = new Date(1733584787_000 + 3601_000);
    expect(refusal(() => verify(SIGNED, { now, maxAgeS: 3600 }))).toBe('auth.initDataExpired');
  });

  it('are refused for another bot', () => {
    expect(refusal(() => verify(SIGNED, { token: `${TOKEN}A`, maxAgeS: FOR_EVER_S }))).toBe('auth.invalidInitData');
  });

  it('sign step by step', () => {
    const secret = createHmac('sha256', 'WebAppData').update('my-secret-token').digest('hex');
    expect(secret).toBe('fe37f490481d351837ed49f3b369c886c61013d6d036656fc3c9c92e163e3477');
    expect(signInitDataLines('abc', 'my-secret-token').toString('hex')).toBe(
      '6ecc2e9b51f30dde6877ce374ede54eb626c84e78a5d9a9dcac54d2d248f6bde',
    );
  });
});

describe('a forged or broken launch string', () => {
  const good = sign(anna);
  const hash = new URLSearchParams(good).get('hash') ?? '';
  const withHash = (value: string) => good.replace(hash, value);

  it.each([
    ['a changed letter', good.replace('Anna', 'Anne')],
    ['another bot', sign(anna, UNSIGNED_TOKEN)],
    ['no hash', good.replace(/&hash=.*/, '')],
    ['an empty hash', withHash('')],
    ['a short hash', withHash('abc')],
    ['a byte after the hash', withHash(`${hash}00`)],
    ['a byte before the hash', withHash(`00${hash}`)],
    ['an upper-case hash', withHash(hash.toUpperCase())],
    ['64 letters that are no hex', withHash('z'.repeat(64))],
    ['a hash too many', `${good}&hash=${hash}`],
    ['a second user', `${good}&user=${encodeURIComponent('{"id":1,"first_name":"x"}')}`],
    ['nothing', ''],
    ['no user', sign({ auth_date: anna.auth_date })],
    ['a user that is no JSON', sign({ ...anna, user: '{' })],
    ['a user without an id', sign({ ...anna, user: '{"first_name":"x"}' })],
    ['an id beyond whole numbers', sign({ ...anna, user: '{"id":9007199254740993,"first_name":"x"}' })],
    ['half a surrogate pair and junk', '\ud800%00&=&&%zz'],
  ])('with %s is refused', (_, raw) => {
    expect(refusal(() => verify(raw))).toBe('auth.invalidInitData');
  });

  it('signed by the scheme of the log-in widget is refused', () => {
    const secret = createHash('sha256').update(TOKEN).digest();
    const lines = Object.entries(anna)
      .map(([key, value]) => `${key}=${value}`)
      .sort();
    const widgetHash = createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
    expect(refusal(() => verify(`${new URLSearchParams(anna)}&hash=${widgetHash}`))).toBe('auth.invalidInitData');
  });

  it('may be 4 KiB long, and not a byte longer', () => {
    const room = 4096 - sign({ ...anna, start_param: '' }).length;
    expect(verify(sign({ ...anna, start_param: 'x'.repeat(room) })).telegramId).toBe(5001);
    expect(refusal(() => verify(sign({ ...anna, start_param: 'x'.repeat(room + 1) })))).toBe('auth.invalidInitData');
  });

  // Every character there is, and often one of those that launch strings are made of.
  const character = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code));

  it('never ends in anything but a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (raw) => {
        expect(refusal(() => verify(raw))).toBe('auth.invalidInitData');
      }),
    );
  });
});

describe('the age of a launch string', () => {
  const dated = (authDate: string) => sign({ ...anna, auth_date: authDate });

  it('may be a day, and a minute in the future', () => {
    expect(verify(dated(String(NOW_S - DAY_S))).telegramId).toBe(5001);
    expect(verify(dated(String(NOW_S + 60))).telegramId).toBe(5001);
  });

  it.each([
    ['a day and a second', String(NOW_S - DAY_S - 1), 'auth.initDataExpired'],
    ['61 s in the future', String(NOW_S + 61), 'auth.invalidInitData'],
    ['a negative one', '-1700000000', 'auth.invalidInitData'],
    ['a float in words', '1e99', 'auth.invalidInitData'],
    ['a blank', ' 1700000000', 'auth.invalidInitData'],
    ['seconds and a letter', '1700000000x', 'auth.invalidInitData'],
    ['a fraction of a second', '1700000000.5', 'auth.invalidInitData'],
    ['nothing', '', 'auth.invalidInitData'],
    ['milliseconds', String(NOW.getTime()), 'auth.invalidInitData'],
  ])('of %s is refused', (_, authDate, code) => {
    expect(refusal(() => verify(dated(authDate)))).toBe(code);
  });
});

describe('a line feed that keeps the signature', () => {
  // Signed as two lines, sent as one value: the text that is hashed is the same.
  const forgery = (fields: Readonly<Record<string, string>>, border: string) => {
    const honest = sign(fields);
    const forged = honest.replace(border, border.replace('&', '%0A'));
    expect(forged).not.toBe(honest);
    expect(verify(honest, { maxAgeS: FOR_EVER_S }).telegramId).toBe(5001);
    return forged;
  };

  it('hides no age', () => {
    const forged = forgery({ auth_date: '1662771648', query_id: 'AAH', user: anna.user }, '1662771648&query_id');
    expect(refusal(() => verify(forged))).toBe('auth.invalidInitData');
  });

  it('hides no field', () => {
    const forged = forgery({ ...anna, query_id: 'AAH', start_param: 'x' }, 'AAH&start_param');
    expect(refusal(() => verify(forged))).toBe('auth.invalidInitData');
  });
});
