import { escapeHtml, pageShell, thousands } from './html.ts';
import { photoPath } from './list-page.ts';
import type { MarketAd } from './market-ad.ts';
import { AREAS, BODY_TYPES, COLORS, DEALS, FUELS, GEARBOXES, type Language, MONTHS, PHRASES } from './words.ts';

type Option = readonly [id: string, label: string, value: string | null];

const RIGA_TIME = new Intl.DateTimeFormat('lv', {
  timeZone: 'Europe/Riga',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `25.09.2026 11:03` by the clock in Riga. */
function rigaTime(date: Date): string {
  const parts = new Map(RIGA_TIME.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.get('day')}.${parts.get('month')}.${parts.get('year')} ${parts.get('hour')}:${parts.get('minute')}`;
}

function motorOptions({ fuel, volume }: MarketAd, language: Language): readonly Option[] {
  if (fuel === null) return [];
  const name = FUELS[fuel][language];
  return volume === null
    ? [['tdo_34', PHRASES.fuelLabel[language], name]]
    : [['tdo_15', PHRASES.motorLabel[language], `${volume.toFixed(1)} ${name}`]];
}

function options(ad: MarketAd, language: Language): readonly Option[] {
  const month = MONTHS[language][ad.id % 12] ?? '';
  const say = (phrase: keyof typeof PHRASES) => PHRASES[phrase][language];
  return [
    ['tdo_31', say('brandLabel'), `${ad.brand} ${ad.model}`],
    ['tdo_18', say('yearLabel'), ad.year === null ? null : `${ad.year} ${month}`],
    ...motorOptions(ad, language),
    ['tdo_35', say('gearBoxLabel'), GEARBOXES[ad.gearBox][language]],
    ['tdo_16', say('mileageLabel'), ad.mileage === null ? null : thousands(ad.mileage, ' ')],
    ['tdo_17', say('colorLabel'), COLORS[ad.color]?.[language] ?? '-'],
    ['tdo_32', say('bodyTypeLabel'), BODY_TYPES[ad.bodyType][language]],
    ['tdo_223', say('checkupLabel'), ad.checkup ?? say('noCheckup')],
    ['tdo_8', say('priceLabel'), ad.price === null ? null : `${thousands(ad.price, ' ')} €`],
  ];
}

function optionRow([id, label, value]: Option): string {
  const shown = id === 'tdo_8' ? `<span class="ads_price">${value}</span>` : `<b>${escapeHtml(value ?? '')}</b>`;
  return `<tr><td class="ads_opt_name" width=30 nowrap>${label}</td><td class="ads_opt" nowrap id="${id}">${shown}</td></tr>`;
}

function contactRow(label: string, value: string): string {
  return `<tr><td class="ads_contacts_name">${label}</td><td class="ads_contacts">${value}</td></tr>`;
}

export function renderAdPage(ad: MarketAd, language: Language, origin: string): string {
  const say = (phrase: keyof typeof PHRASES) => PHRASES[phrase][language];
  const shown = options(ad, language).filter(([, , value]) => value !== null);
  const headline = [say('cars'), ad.brand, ad.model, DEALS[ad.dealType][language]].map(escapeHtml).join(' / ');
  return pageShell(
    language,
    `<h2 class="headtitle">${headline}</h2>
<div id="msg_div_msg">${escapeHtml(ad.text)}<br><br>
<table border=0 class="options_list" cellspacing=0>
${shown.map(optionRow).join('\n')}
</table></div>
<div class="ads_photo_label"><img src="${origin}${photoPath(ad, 't')}" class="pic_thumbnail isfoto" alt=""></div>
<table class="contacts_table" width="100%">
${contactRow(say('phoneLabel'), '<span id="phone_td_1">(+371)20-00-***</span>')}
${ad.dealer ? contactRow(say('firmLabel'), 'Emulēts auto SIA') : ''}
${contactRow(say('placeLabel'), AREAS[ad.area][language])}
</table>
<table><tr><td class="msg_footer">${say('posted')} ${rigaTime(ad.renewedAt)}</td></tr></table>`,
  );
}

export function renderGonePage(language: Language): string {
  return pageShell(language, `<div id="msg_div_msg">${PHRASES.gone[language]}.</div>`);
}
