import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from './password-hash.ts';

describe('a password hash', () => {
  it('is a PHC string of argon2id with the cost that is asked of it, and a salt of its own', async () => {
    const [first, second] = await Promise.all([hashPassword('zila sniega lode'), hashPassword('zila sniega lode')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
  });

  it('knows its password and no other, however much they have in common', async () => {
    const hash = await hashPassword(`${'a'.repeat(72)}b`);
    expect(await isPassword(`${'a'.repeat(72)}b`, hash)).toBe(true);
    for (const other of [`${'a'.repeat(72)}c`, 'a'.repeat(72), `${'A'.repeat(72)}b`, `${'a'.repeat(72)}b `, ''])
      expect(await isPassword(other, hash)).toBe(false);
  });

  it('that was made at another cost is compared at that cost', async () => {
    // RFC 9106 names no vector without secret and data; this one is of the reference implementation.
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await isPassword('password', hash)).toBe(true);
    expect(await isPassword('passwore', hash)).toBe(false);
  });

  it('of nobody is no password’s', async () => {
    expect(await isPassword('', null)).toBe(false);
    expect(await isPassword('password', null)).toBe(false);
  });

  it('that is none is a fault, not a wrong password', async () => {
    await expect(isPassword('password', 'password')).rejects.toThrow('PHC');
    await expect(isPassword('password', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('PHC');
  });

  it('is the same for a letter that is composed and one in parts', async () => {
    const texts = fc.string({
      unit: fc.constantFrom('ā', 'ņ', 'ģ', 'ё', 'й', 'é', 'a', '각', 'Å', '😀'),
      minLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (password) => {
        const hash = await hashPassword(password.normalize('NFD'));
        expect(await isPassword(password.normalize('NFC'), hash)).toBe(true);
        expect(await isPassword(`${password}a`, hash)).toBe(false);
      }),
      { numRuns: 8 },
    );
  });
});
