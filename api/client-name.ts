import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** No browser needs more; what is longer is not read at all. */
const MAX_USER_AGENT_LENGTH = 512;

/** What bowser does not know it names by words of the header: a stranger's words, which have no place in a chat. */
const KNOWN_BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));

/** Browser and system that ask, such as `Chrome · Windows`, for people to recognise; null when they do not tell. */
export function clientName({ headers }: FastifyRequest): string | null {
  const userAgent = headers['user-agent'];
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [KNOWN_BROWSERS.has(browser.name ?? '') && browser.name, os.name].filter(Boolean);
  return known.length === 0 ? null : known.join(' · ');
}
