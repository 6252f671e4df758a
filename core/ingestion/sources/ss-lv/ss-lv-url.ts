/** One site under several names; what is read under one of them is the same ad under the others. */
const SS_HOSTS = ['www.ss.lv', 'ss.lv', 'www.ss.com', 'ss.com'] as const;

/** Hosts of the site's pictures. */
const PHOTO_HOSTS = ['i.ss.lv', 'i.ss.com'];

const AD_PATH = /^\/msg\/(?:lv|ru)\/transport\/cars((?:\/[a-z0-9-]+){1,2}\/[a-z]+\.html)$/;

/** Sections that hold cars of any brand. */
const MIXED_SECTIONS = new Set(['others', 'exclusive-cars', 'electric-cars', 'retro-cars', 'sport-cars', 'tuned-cars']);

function isSsHost(host: string): boolean {
  return (SS_HOSTS as readonly string[]).includes(host);
}

/** The host names that a request to this site may go to. */
export function hostsOf(base: URL): readonly string[] {
  return isSsHost(base.host) ? SS_HOSTS : [base.host];
}

function parseUrl(href: string, base: URL): URL | null {
  const url = URL.parse(href, base.href);
  return url && (url.protocol === 'https:' || url.protocol === base.protocol) ? url : null;
}

/**
 * The one address of an ad, whichever of the site's names and languages a page used: lower case, Latvian, without
 * query and fragment. `null` for anything that is not an ad of this site.
 */
export function canonicalAdUrl(href: string, base: URL): string | null {
  const url = parseUrl(href, base);
  if (!url || !hostsOf(base).includes(url.host)) return null;
  const rest = AD_PATH.exec(url.pathname.toLowerCase())?.[1];
  if (rest === undefined) return null;
  const origin = isSsHost(base.host) ? `https://${SS_HOSTS[0]}` : base.origin;
  return `${origin}/msg/lv/transport/cars${rest}`;
}

/** Brand and model as the address of an ad spells them; a section of mixed brands says nothing. */
export function sectionOf(adUrl: string): { readonly brand: string | null; readonly model: string | null } {
  const [brand = '', model] = new URL(adUrl).pathname.split('/').slice(5, -1);
  return MIXED_SECTIONS.has(brand) ? { brand: null, model: null } : { brand, model: model ?? null };
}

/** The photo in its large size; `null` for a picture that is not the seller's or not the site's. */
export function photoUrl(src: string, base: URL): string | null {
  const url = parseUrl(src, base);
  if (!url || !(PHOTO_HOSTS.includes(url.host) || hostsOf(base).includes(url.host))) return null;
  if (!url.pathname.startsWith('/gallery/') && !url.pathname.startsWith('/images/')) return null;
  return url.origin + url.pathname.replace(/\.(?:th2?|t)\.jpg$/i, '.800.jpg');
}
