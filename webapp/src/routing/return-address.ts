/** What the router keeps while somebody who was sent to a door signs in there. */
export interface ReturnTicket {
  /** The page they wanted. */
  readonly returnTo: string;
  /** Whose session ended while the page was open; null for who only came. */
  readonly endedFor: number | null;
}

/** Stands for the own site, wherever that is. */
const OWN = 'https://own.invalid';

/** Where somebody signs in; coming back to one of these would lead nowhere. */
const DOORS = ['/login', '/signup', '/dev-login'];

/** What a browser writes as the address of a page; a second slash in front would name another host. */
const PLAIN_PATH = /^\/(?!\/)[!-[\]-~]*$/;

/**
 * The address of a page to come back to, as it was given; null for everything that is not plainly a path of ours, such
 * as `//evil.example`, `/\evil.example` or `https:…`.
 */
export function returnAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !PLAIN_PATH.test(value)) return null;
  const { pathname, search, hash } = new URL(value, OWN);
  // An address with dots in it may turn into one with two slashes.
  const isUnchanged = pathname + search + hash === value && !pathname.includes('//');
  return isUnchanged && !DOORS.includes(pathname) ? value : null;
}
