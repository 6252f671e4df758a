import { describe, expect, it } from 'vitest';
import { directionOf, readView, sortAfterPress, viewQuery } from './users-view.ts';

describe('the view in the address', () => {
  it.each(['', 'search=L%C4%ABga+%26+co', 'role=basic', 'search=17&role=admin&sort=-first_name'])(
    'is the same after it was read: %s',
    (query) => {
      expect(viewQuery(readView(new URLSearchParams(query)))).toBe(query);
    },
  );

  it('is the newest users first where the address makes no sense', () => {
    const view = readView(new URLSearchParams('search=+&role=owner&sort=age'));
    expect(view).toEqual({ search: '', role: null, sort: '-id' });
  });
});

describe('sorting', () => {
  it('begins upwards and turns round at the second press', () => {
    expect(sortAfterPress('-id', 'role')).toBe('role');
    expect(sortAfterPress('role', 'role')).toBe('-role');
    expect(sortAfterPress('-role', 'role')).toBe('role');
  });

  it('is told of one column only', () => {
    expect(directionOf('-role', 'role')).toBe('descending');
    expect(directionOf('role', 'role')).toBe('ascending');
    expect(directionOf('role', 'id')).toBeNull();
  });
});
