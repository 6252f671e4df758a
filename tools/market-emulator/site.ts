import { renderAdPage, renderGonePage } from './ad-page.ts';
import { ADS_PER_PAGE, renderListPage, renderSectionsPage } from './list-page.ts';
import type { Market } from './market.ts';
import type { MarketAd } from './market-ad.ts';
import { drawCar } from './photo.ts';
import { LANGUAGES, type Language } from './words.ts';

export type Answer =
  | { readonly status: number; readonly type: string; readonly body: string }
  | { readonly redirect: string };

export const ROBOTS = `User-agent: *
Disallow: /en/
Disallow: /*/fDgSeF4*.html
Disallow: /*_f/
Disallow: /photo/
Disallow: /c/
Disallow: /go/
Disallow: /*/contacts/
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIODS: Readonly<Record<string, number>> = { today: 1, 'today-2': 2, 'today-5': 5 };
const HTML = 'text/html; charset=UTF-8';

const html = (body: string, status = 200): Answer => ({ status, type: HTML, body });

function languageOf(name: string | undefined): Language {
  return LANGUAGES.find((language) => language === name) ?? 'lv';
}

function sectionsOf(market: Market): readonly (readonly [string, string, number])[] {
  const sections = new Map<string, readonly [string, string, number]>();
  for (const { section, brand } of market.list()) {
    const [name = ''] = section.split('/');
    const count = sections.get(name)?.[2] ?? 0;
    sections.set(name, [name, section.includes('/') ? brand : name, count + 1]);
  }
  return [...sections.values()].sort(([a], [b]) => a.localeCompare(b));
}

/** The ads of a list: a period of the whole market, a brand, or a model. */
function adsOf(market: Market, list: string, now: Date): readonly MarketAd[] {
  const days = PERIODS[list];
  if (days !== undefined) return market.list().filter((ad) => now.getTime() - ad.renewedAt.getTime() < days * DAY_MS);
  return market.list().filter(({ section }) => section === list || section.startsWith(`${list}/`));
}

function listPage(market: Market, match: RegExpExecArray, origin: string, now: Date): Answer {
  const [, lang, list = '', number] = match;
  const language = languageOf(lang);
  const path = `/${language}/transport/cars/${list === '' ? '' : `${list}/`}`;
  if (list === '') return html(renderSectionsPage(sectionsOf(market), language));
  const ads = adsOf(market, list, now);
  if (ads.length === 0 && PERIODS[list] === undefined) return { redirect: `/${language}/transport/cars/` };
  const pages = Math.max(1, Math.ceil(ads.length / ADS_PER_PAGE));
  const page = Number(number ?? 1);
  if (page > pages) return { redirect: path };
  const shown = ads.slice((page - 1) * ADS_PER_PAGE, page * ADS_PER_PAGE);
  const oneBrand = PERIODS[list] === undefined && shown.every(({ section }) => section.includes('/'));
  return html(renderListPage({ ads: shown, path, page, pages, language, oneBrand, origin }));
}

function adPage(market: Market, match: RegExpExecArray, origin: string): Answer {
  const [, lang, section = '', slug = ''] = match;
  const language = languageOf(lang);
  const { ad, goneFrom } = market.at(section, slug);
  if (ad) return html(renderAdPage(ad, language, origin));
  return goneFrom === undefined
    ? html(renderGonePage(language), 404)
    : { redirect: `/${language}/transport/cars/${goneFrom}/` };
}

function photo(market: Market, id: number): Answer {
  const ad = market.list().find((candidate) => candidate.id === id);
  return ad ? { status: 200, type: 'image/svg+xml', body: drawCar(ad) } : { status: 404, type: 'text/plain', body: '' };
}

/** What the site answers to a path; `null` when it has no such page. */
export function answerOf(market: Market, path: string, origin: string, now: Date): Answer | null {
  const list = /^\/(lv|ru)\/transport\/cars\/(?:([a-z0-9-]+(?:\/[a-z0-9-]+)?)\/)?(?:page(\d+)\.html)?$/.exec(path);
  if (list) return listPage(market, list, origin, now);
  const ad = /^\/msg\/(lv|ru)\/transport\/cars\/([a-z0-9-]+(?:\/[a-z0-9-]+)?)\/([a-z]+)\.html$/.exec(path);
  if (ad) return adPage(market, ad, origin);
  const picture = /^\/gallery\/1\/(\d+)\.(?:th2|t|800)\.jpg$/.exec(path);
  return picture ? photo(market, Number(picture[1])) : null;
}
