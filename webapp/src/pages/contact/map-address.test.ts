import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapAddress, mapFrameAddress } from './map-address.ts';

const RIGA = { latitude: 56.9514, longitude: 24.1133 };

describe('the map', () => {
  it('is framed around the place, with a marker at it', () => {
    const { origin, pathname, searchParams } = new URL(mapFrameAddress(RIGA));
    expect(origin + pathname).toBe('https://www.openstreetmap.org/export/embed.html');
    expect(searchParams.get('marker')).toBe('56.9514,24.1133');
    const corners = (searchParams.get('bbox') ?? '').split(',').map(Number);
    expect(corners).toEqual([24.1013, 56.9474, 24.1253, 56.9554]);
  });

  it('opens at the same place on its own site', () => {
    expect(mapAddress(RIGA)).toBe('https://www.openstreetmap.org/?mlat=56.9514&mlon=24.1133#map=16/56.9514/24.1133');
  });

  it('takes any place on earth', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(place, (given) => {
        expect(mapFrameAddress(given) + mapAddress(given)).not.toMatch(/NaN|e-/);
        expect(new URL(mapFrameAddress(given)).searchParams.get('bbox')?.split(',')).toHaveLength(4);
      }),
    );
  });
});
