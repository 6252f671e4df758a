import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

it('draws every dark square, and no other', () => {
  const rows = ['##.#', '....', '.###', '#..#'].map((row) => [...row].map((square) => square === '#'));
  expect(qrPath(rows)).toBe('M0 0h2v1H0zM3 0h1v1H3zM1 2h3v1H1zM0 3h1v1H0zM3 3h1v1H3z');
});
