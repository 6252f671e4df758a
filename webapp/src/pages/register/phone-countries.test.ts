import { getCountries } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { LOCALES } from '#core/i18n/locales.ts';
import { phoneCountries } from './phone-countries.ts';

it.each([
  ['lv', ['Latvija', 'Lietuva', 'Igaunija'], 'Vācija'],
  ['en', ['Latvia', 'Lithuania', 'Estonia'], 'Germany'],
  ['ru', ['Латвия', 'Литва', 'Эстония'], 'Германия'],
] as const)('names them in %s, the Baltic ones first', (locale, first, germany) => {
  const countries = phoneCountries(locale);
  expect(countries.slice(0, 3).map(({ name }) => name)).toEqual(first);
  expect(countries.find(({ country }) => country === 'DE')).toEqual({ country: 'DE', name: germany, code: '+49' });
});

it.each([...LOCALES])('has each country once, the rest in the order of the alphabet of %s', (locale) => {
  const countries = phoneCountries(locale);
  expect(countries.map(({ country }) => country).sort()).toEqual(getCountries().sort());
  const names = countries.slice(3).map(({ name }) => name);
  expect(names).toEqual([...names].sort(new Intl.Collator(locale).compare));
});
