import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ad } from '#core/ads/ad.entity.ts';
import { factColumns } from '#core/ads/ad-facts.ts';
import { AREAS, BODY_TYPES, COLORS, ENGINES } from '#core/catalog/options.ts';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type { Filter } from '#core/filters/filter.entity.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { LOCALES, type Locale } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { explanationWords } from '#core/matching/explanation.ts';
import type { ExplainedFilter } from '#core/matching/match-explainer.ts';
import { explainMatch } from '#core/matching/matches.ts';
import type { ToldAlert } from '#core/notifications/told-alerts.ts';
import { unknownCar } from '#tests/support/ad-builders.ts';
import { someCriteria } from '#tests/support/match-arbitraries.ts';
import { translator } from '../texts.ts';
import { toHtml, toPlain } from './rich-text.ts';
import { choiceText, type WhyWording, whyMessage } from './why-message.ts';

const texts = createI18n(loadResources());
const sentAt = new Date('2026-11-20T12:00:00Z');
const golf = { ...unknownCar, brand: 'volkswagen', model: 'golf-7', price: 9000, year: 2016 };

const wording = (locale: Locale): WhyWording => ({
  t: translator(texts, locale),
  words: explanationWords(texts, locale),
});

function told(change: Partial<ToldAlert> = {}, ad: Partial<Ad> = {}): ToldAlert {
  const stored = { title: null, url: 'https://www.ss.lv/msg/a.html', ...factColumns(golf), ...ad } as Ad;
  const payload = { occasion: 'new', price: 9000, oldPrice: null } as const;
  return { eventId: 1, sentAt, payload, filterIds: [1], ad: stored, ...change };
}

function beside(alert: ToldAlert, criteria: Partial<FilterCriteria>, filter: Partial<Filter> = {}): ExplainedFilter {
  const facts = { ...golf, brand: alert.ad.brand ?? null, model: alert.ad.model ?? null };
  const stored = { id: 1, name: 'Golf', active: true, editedAt: new Date(0), ...filter } as Filter;
  return { filter: stored, checks: explainMatch({ ...NO_CRITERIA, ...criteria }, facts) };
}

describe('why an alert came', () => {
  it.each([
    ['lv', 1, '1 ziņā minētais filtrs ir izdzēsts.'],
    ['lv', 2, '2 ziņā minētie filtri ir izdzēsti.'],
    ['lv', 11, '11 ziņā minēto filtru ir izdzēsti.'],
    ['lv', 21, '21 ziņā minētais filtrs ir izdzēsts.'],
    ['en', 1, '1 filter named in the alert has been deleted.'],
    ['en', 2, '2 filters named in the alert have been deleted.'],
    ['ru', 1, '1 фильтр из сообщения удалён.'],
    ['ru', 3, '3 фильтра из сообщения удалены.'],
    ['ru', 5, '5 фильтров из сообщения удалено.'],
  ] as const)('counts deleted filters in %s: %i', (locale, count, expected) => {
    const alert = told({ filterIds: Array.from({ length: count }, (_, index) => index) });
    expect(toPlain(whyMessage(alert, [], wording(locale))).split('\n\n')[1]).toBe(expected);
  });

  it('keeps figures and their units together', () => {
    const alert = told();
    const text = toPlain(whyMessage(alert, [beside(alert, { priceMax: 10_000 })], wording('lv')));
    expect(text).toContain('✓ Cena: 9\u00a0000\u00a0€ · vajag: līdz 10\u00a0000\u00a0€');
  });

  it('speaks of an edited filter only where it is on and does not match', () => {
    const alert = told();
    const said = (criteria: Partial<FilterCriteria>, filter: Partial<Filter>) =>
      toPlain(whyMessage(alert, [beside(alert, criteria, filter)], wording('en')));
    const later = { editedAt: new Date(sentAt.getTime() + 1) };
    const edited = 'The filter was edited or switched on again after this alert.';
    expect(said({}, later)).not.toContain('edited');
    expect(said({}, { ...later, active: false })).toContain('The filter is off now.\nThe filter asks for nothing');
    expect(said({ carBrand: 'audi' }, later)).toContain(`“Golf”:\n${edited}\n✗`);
    expect(said({ carBrand: 'audi' }, { ...later, active: false })).toContain('The filter is off now.\n✗');
    expect(said({ carBrand: 'audi' }, {})).not.toContain('edited');
  });

  it('shows what comes from outside and never obeys it', () => {
    const alert = told({}, { brand: '<b>', model: '\u202e<i>', title: '</a>' });
    const html = toHtml(whyMessage(alert, [beside(alert, { carBrand: '<u>' }, { name: '&<s>' })], wording('en')));
    expect(html.replace(/<\/?(b|a)\b[^>]*>/g, '')).not.toMatch(/[<>\u202e]/);
    expect(html).toContain('“&amp;&lt;s&gt;”');
    expect(html).toContain('✗ Brand: &lt;b&gt; · asked: &lt;u&gt;');
  });

  it('always fits into one message, with one filter whole at least', () => {
    const letter = fc.constantFrom('a', 'ā', 'Ж', ' ', '<', '&', '\u202e', '\u0000', '\ud800', '👨‍👩‍👧‍👦');
    const anything = fc.string({ unit: letter, maxLength: 300 });
    const widest: Partial<FilterCriteria> = {
      engine: [...ENGINES],
      bodyType: [...BODY_TYPES],
      color: [...COLORS],
      area: [...AREAS],
    };
    const ads = fc.record({ title: anything, brand: fc.option(anything), model: fc.option(anything) });
    const named = fc.array(fc.tuple(someCriteria, anything), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ads, named, fc.constantFrom(...LOCALES), (ad, wanted, locale) => {
        const alert = told({ filterIds: Array.from({ length: 60 }, (_, index) => index) }, ad);
        const filters = wanted.map(([criteria, name]) =>
          beside(alert, { ...criteria, ...widest, carModel: Array(9).fill(name) }, { name }),
        );
        const lines = whyMessage(alert, filters, wording(locale));
        expect(toPlain(lines).length).toBeLessThanOrEqual(4096);
        expect(lines.length).toBeGreaterThan(6);
      }),
      { numRuns: 50 },
    );
  });

  it('names the alerts on buttons by what they told', () => {
    const payload = { occasion: 'new', price: 8500, oldPrice: null } as const;
    expect(choiceText(told({ payload }), wording('en')).replaceAll('\u00a0', ' ')).toBe(
      'Volkswagen Golf 7 · 2016 · 8 500 €',
    );
    const unknown = told({ payload: { ...payload, price: null } }, { brand: null, year: null, title: 'x'.repeat(300) });
    expect(choiceText(unknown, wording('en'))).toBe(`${'x'.repeat(59)}…`);
  });
});
