import { expect, it } from 'vitest';
import { unpackIds } from './packed-ids.ts';

it('reads the ids of an array as PostgreSQL sends it', () => {
  // select array_send('{7, 1000000}'::int[])
  const packed = '0000000100000000000000170000000200000001000000040000000700000004000f4240';
  expect([...unpackIds(Buffer.from(packed, 'hex'))]).toEqual([7, 1_000_000]);
});

it('reads no ids where no row was found', () => {
  expect(unpackIds(null)).toHaveLength(0);
});
