import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Color, contrast, isDarkTheme, paletteOf } from './palette.ts';

const color = fc
  .tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}` as Color);

it('tells a dark theme by its colours', () => {
  expect(isDarkTheme({ bg_color: '#17212b', text_color: '#f5f5f5' })).toBe(true);
  expect(isDarkTheme({ bg_color: '#ffffff', text_color: '#000000' })).toBe(false);
  expect(isDarkTheme({ bg_color: '#000000' })).toBe(true);
  expect(isDarkTheme({})).toBe(false);
});

describe('paletteOf', () => {
  it('takes the colours of the client', () => {
    const colors = { secondary_bg_color: '#101010', section_bg_color: '#202020', button_color: '#ff8800' } as const;
    expect(paletteOf(colors, true)).toMatchObject({ page: '#101010', card: '#202020', accent: '#ff8800' });
  });

  it('stands on its own where an old client sends none', () => {
    expect(paletteOf({}, false)).toMatchObject({ page: '#efeff4', button: '#0068d9' });
    expect(paletteOf({}, true)).toMatchObject({ page: '#1c1c1e', card: '#2c2c2e' });
  });

  it('can be read whatever the accent of the client is', () => {
    fc.assert(
      fc.property(color, color, fc.boolean(), (button_color, destructive_text_color, isDark) => {
        const palette = paletteOf({ button_color, destructive_text_color }, isDark);
        const { page = '#000000', card = '#000000' } = palette;
        for (const name of ['hint', 'link', 'danger']) {
          const text = palette[name] as Color;
          expect(Math.min(contrast(text, card), contrast(text, page)), name).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(palette.button as Color, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
