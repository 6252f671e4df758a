import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** No browser needs more; what is longer is not read at all. */
const MAX_USER_AGENT_LENGTH = 512;

/** Browser and system that ask, such as `Chrome · Windows`, for people to recognise; null when they do not tell. */
export function clientName({ headers }: FastifyRequest): string | null {
  const userAgent = headers['user-agent'];
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter(Boolean);
  return known.length === 0 ? null : known.join(' · ');
}
