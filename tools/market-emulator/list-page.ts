import { escapeHtml, pageShell, thousands } from './html.ts';
import type { MarketAd } from './market-ad.ts';
import { type Language, PHRASES } from './words.ts';

export const ADS_PER_PAGE = 30;
const TITLE_LENGTH = 72;
const PAGES_LINKED = 9;

export interface ListView {
  readonly ads: readonly MarketAd[];
  /** `/lv/transport/cars/today/` */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
  readonly language: Language;
  /** Lists of one brand name the model only. */
  readonly oneBrand: boolean;
  readonly origin: string;
}

const LETTERS = { gasoline: '', lpg: '', diesel: 'D', hybrid: 'H', electric: 'E' } as const;

function volumeCell({ fuel, volume }: MarketAd): string {
  if (fuel === 'electric') return '<span style="color:#06c;">E</span>';
  return volume === null || fuel === null ? '-' : `${volume.toFixed(1)}${LETTERS[fuel]}`;
}

function priceCell(ad: MarketAd, language: Language): string {
  if (ad.dealType === 'buy') return `${PHRASES.buying[language]} `;
  if (ad.price === null) return '-';
  const price = `${thousands(ad.price, ',')}  €`;
  return ad.dealType === 'change' ? `${price}<br>${PHRASES.forExchange[language]}` : price;
}

function nameCell(ad: MarketAd, oneBrand: boolean): string {
  if (oneBrand) return escapeHtml(ad.model);
  return ad.section.includes('/') ? `${escapeHtml(ad.brand)}<br>${escapeHtml(ad.model)}` : escapeHtml(ad.brand);
}

function factCells(ad: MarketAd, { language, oneBrand }: ListView): readonly string[] {
  const name = nameCell(ad, oneBrand);
  if (ad.dealType === 'buy') return [name, '-', '-', '-', priceCell(ad, language)];
  const mileage = ad.mileage === null ? '-' : `${ad.mileage / 1000} ${PHRASES.thousands[language]}`;
  return [name, String(ad.year ?? '-'), volumeCell(ad), mileage, priceCell(ad, language)];
}

export function photoPath(ad: MarketAd, size: 'th2' | 't' | '800'): string {
  return `/gallery/1/${ad.id}.${size}.jpg`;
}

function row(ad: MarketAd, view: ListView): string {
  const href = `/msg/${view.language}/transport/cars/${ad.section}/${ad.slug}.html`;
  const photo = view.origin + (ad.dealType === 'buy' ? '/img/buy/auto.lv.gif' : photoPath(ad, 'th2'));
  const cells = factCells(ad, view).slice(0, ad.broken ? -1 : undefined);
  const title = Array.from(ad.text).slice(0, TITLE_LENGTH).join('');
  return [
    `<tr id="tr_${ad.id}"><td class="msga2 pp0"><input type=checkbox id="c${ad.id}" name="mid[]" value="${ad.id}_1_0"></td>`,
    `<td class="msga2"><a href="${href}" id="im${ad.id}"><img src="${photo}" alt="" class="isfoto foto_list"></a></td>`,
    `<td class=msg2><div class=d1><a id="dm_${ad.id}" class="am" href="${href}">${escapeHtml(title)}</a></div></td>`,
    ...cells.map((cell) => `<td class="msga2-o pp6" nowrap c=1>${cell}</td>`),
    '</tr>',
  ].join('');
}

function pager({ path, page, pages, language }: ListView): string {
  const address = (number: number) => (number === 1 ? path : `${path}page${number}.html`);
  const link = (rel: string, number: number, label: string) =>
    `<a name="nav_id" rel="${rel}" class="navi" href="${address(number)}">${label}</a>`;
  const numbers = Array.from({ length: Math.min(pages, PAGES_LINKED) }, (_, index) => index + 1).map((number) =>
    number === page
      ? `<button onclick="return false;" class=navia>${number}</button>`
      : link(number > page ? 'next' : 'prev', number, String(number)),
  );
  return [
    '<div align=center class=td2 nowrap>',
    link('prev', page === 1 ? pages : page - 1, PHRASES.previous[language]),
    ...numbers,
    link('next', page === pages ? 1 : page + 1, PHRASES.next[language]),
    '</div>',
  ].join(' ');
}

export function renderListPage(view: ListView): string {
  const { language, oneBrand, path } = view;
  const [brand = '', ...others] = PHRASES.columns[language].split(' ');
  const headings = [oneBrand ? PHRASES.model[language] : brand, ...others];
  return pageShell(
    language,
    `<form id="filter_frm" name="filter_frm" action="${path}filter/" method=post>
<table align=center cellpadding=2 cellspacing=0 border=0 width="100%">
<tr id="head_line"><td class="msg_column" colspan=3 width="70%">${PHRASES.ads[language]}</td>
${headings.map((heading) => `<td class="msg_column_td" nowrap><noindex><a rel="nofollow" class=a18>${heading}</a></noindex></td>`).join('')}</tr>
${view.ads.map((ad) => row(ad, view)).join('\n')}
<tr id="tr_bnr_712" style="display:none;"><td colspan=12 align=center><div id="div_bnr_712" align=center></div></td></tr>
</table><br>${view.pages > 1 ? pager(view) : ''}</form>`,
  );
}

/** The page of the brands: `[section, label, number of ads]`. */
export function renderSectionsPage(
  sections: readonly (readonly [string, string, number])[],
  language: Language,
): string {
  const links = sections.map(
    ([section, label, count]) =>
      `<h4 class="category"><a class="a_category" href="/${language}/transport/cars/${section}/">${escapeHtml(label)}</a> <span class="category_cnt">(${count})</span></h4>`,
  );
  return pageShell(language, `<form id="filter_frm" method=post>${links.join('\n')}</form>`);
}
