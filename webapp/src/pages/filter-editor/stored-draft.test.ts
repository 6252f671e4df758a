import { describe, expect, it, vi } from 'vitest';
import { draftKey, parseChanges, type UnsavedChanges } from './stored-draft.ts';

describe('the unsaved changes that a browser keeps', () => {
  it('come back as they were', () => {
    const changes: UnsavedChanges = { filterName: 'Volvo', carBrand: 'volvo', carModel: [], yearMin: 2015, active: 0 };
    expect(parseChanges(JSON.stringify(changes))).toEqual(changes);
  });

  it('are none where nothing was kept', () => {
    expect(parseChanges(null)).toEqual({});
  });

  it('are none where they are not of today’s form', () => {
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const kept of ['', '{', 'null', '[]', '{"engine":["steam"]}', '{"yearMin":"soon"}', '{"colour":["red"]}'])
      expect(parseChanges(kept)).toEqual({});
    told.mockRestore();
  });

  it('lose the field alone that cannot be read back, such as a year that is still being typed', () => {
    const kept = JSON.stringify({ carBrand: 'volvo', yearMin: Number.NaN, priceMax: 9000, toString: 'x' });
    expect(parseChanges(kept)).toEqual({ carBrand: 'volvo', priceMax: 9000 });
  });

  it('are kept apart by person and filter', () => {
    expect(new Set([draftKey(1, null), draftKey(1, 2), draftKey(2, null), draftKey(12, 1)]).size).toBe(4);
  });
});
