import { describe, expect, it } from 'vitest';
import { signFields, signInitData } from './init-data.ts';

describe('signing', () => {
  it('gives the hash of the published example', () => {
    const user =
      '{"id":279058397,"first_name":"Vladislav","last_name":"Kibenko","username":"vdkfrost","language_code":"ru","is_premium":true}';
    const signed = signFields('5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8', {
      query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
      user,
      auth_date: '1662771648',
    });
    expect(new URLSearchParams(signed).get('hash')).toBe(
      'c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
    );
  });

  it('leaves out what is not given and writes spaces as Telegram does', () => {
    const user = { id: 1, first_name: 'Anna Marija + Co' };
    const signed = signInitData({ token: '1:t', user, authDate: new Date(1_700_000_000_900) });
    const fields = new URLSearchParams(signed);
    expect([...fields.keys()]).toEqual(['user', 'auth_date', 'signature', 'hash']);
    expect(fields.get('auth_date')).toBe('1700000000');
    expect(signed).not.toContain('+');
    expect(JSON.parse(fields.get('user') ?? '')).toEqual(user);
  });
});
