import { isIP } from 'node:net';
import { SourceError } from '../ad-source.ts';
import { isPublicAddress } from './public-address.ts';

export interface UrlRules {
  readonly hosts: readonly string[];
  readonly allowPrivate: boolean;
}

/** Throws `SourceError('refused')` unless a request may go to this address at all. */
export function assertAllowedUrl(url: URL, { hosts, allowPrivate }: UrlRules): void {
  const address = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:' && url.port === '' && (isIP(address) === 0 || isPublicAddress(address));
  const plain = allowPrivate && (url.protocol === 'http:' || url.protocol === 'https:');
  if (!hosts.includes(url.host) || url.username !== '' || url.password !== '' || !(secure || plain)) {
    throw new SourceError('refused', `requests to ${url.origin} are not allowed`);
  }
}
