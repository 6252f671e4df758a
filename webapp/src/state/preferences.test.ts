import { describe, expect, it } from 'vitest';
import { firstLocale, themeFor } from './preferences.ts';

describe('firstLocale', () => {
  it.each([
    ['ru', 'en', 'ru'],
    [null, 'en', 'en'],
    [null, 'ru-RU', 'ru'],
    ['rus', null, 'ru'],
    ['klingon', 'en', 'en'],
    [null, 'de', 'lv'],
    [null, null, 'lv'],
  ])('stored %s, Telegram %s: %s', (stored, telegram, expected) => {
    expect(firstLocale(stored, telegram)).toBe(expected);
  });
});

describe('themeFor', () => {
  const night = { bg_color: '#000000' } as const;
  const day = { bg_color: '#ffffff' } as const;

  it('takes the stored choice, else the scheme of Telegram, else light', () => {
    expect(themeFor('light', night)).toBe('light');
    expect(themeFor('dark', null)).toBe('dark');
    expect(themeFor(null, night)).toBe('dark');
    expect(themeFor('purple', day)).toBe('light');
    expect(themeFor(null, null)).toBe('light');
  });
});
