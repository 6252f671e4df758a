import { describe, expect, it } from 'vitest';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type { FilterDraft } from './filter-draft.ts';
import { onlyField, setDetails, widenHints } from './set-fields.ts';

const DRAFT: FilterDraft = { ...NO_CRITERIA, filterName: 'Ģimenes auto', active: 1 };

describe('what to widen', () => {
  it('is nothing where nothing is asked', () => {
    expect(widenHints(DRAFT)).toEqual([]);
  });

  it('is what narrows most, three fields at most', () => {
    const narrow: FilterDraft = {
      ...DRAFT,
      carBrand: 'bmw',
      carModel: ['320'],
      priceMax: 500,
      yearMin: 2025,
      area: ['ogre'],
    };
    expect(widenHints(narrow)).toEqual(['price', 'year', 'model']);
    expect(widenHints({ ...DRAFT, carBrand: 'zaz' })).toEqual(['brand']);
  });
});

describe('the collapsed part', () => {
  it('counts its fields, a range as one, and not the volume of electric cars', () => {
    const detailed: FilterDraft = { ...DRAFT, engine: ['diesel'], volumeMin: 1.5, volumeMax: 2, runMax: 200_000 };
    expect(setDetails(detailed)).toEqual(['engine', 'volume', 'run']);
    expect(setDetails({ ...detailed, engine: ['electric'] })).toEqual(['engine', 'run']);
    expect(setDetails({ ...DRAFT, priceMax: 9000, color: ['red'] })).toEqual([]);
  });

  it('is worded field by field', () => {
    const detailed: FilterDraft = { ...DRAFT, carBrand: 'bmw', volumeMin: 1.5, volumeMax: 2, checkup: '04.2027' };
    expect(onlyField(detailed, 'volume')).toEqual({ ...NO_CRITERIA, volumeMin: 1.5, volumeMax: 2 });
    expect(onlyField(detailed, 'checkup')).toEqual({ ...NO_CRITERIA, checkup: '04.2027' });
  });
});
