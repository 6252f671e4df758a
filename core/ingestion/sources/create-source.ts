import { isIP } from 'node:net';
import { type Clock, systemClock } from '../../clock.ts';
import type { SourceConfig } from '../../config.ts';
import type { AdSource } from '../ad-source.ts';
import type { SourceKind } from '../source-kinds.ts';
import { createNdjsonSource } from './ndjson/ndjson-source.ts';
import type { PoliteClientOptions } from './polite-client.ts';
import { isPublicAddress } from './public-address.ts';
import { createSsLvSource } from './ss-lv/ss-lv-source.ts';

export interface SourceDeps {
  /** In production no request may go to this machine or a local network. */
  readonly production: boolean;
  readonly clock?: Clock;
}

/** What every adapter hands on to its `PoliteClient`. */
type Manners = Pick<PoliteClientOptions, 'allowPrivate' | 'delayMs' | 'budgetPerHour'> & { readonly clock: Clock };

const IS_ADDRESS = /^https?:/i;

const CREATE: Readonly<Record<SourceKind, (url: string, manners: Manners) => AdSource>> = {
  'ss-lv': (baseUrl, manners) => createSsLvSource({ ...manners, baseUrl }),
  ndjson: (url, manners) => createNdjsonSource(IS_ADDRESS.test(url) ? { ...manners, url } : { ...manners, path: url }),
};

/** An emulator on this machine is nobody's guest: no pause, no budget. */
function isLocal(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? '';
  const address = hostname.replace(/^\[|\]$/g, '');
  return hostname === 'localhost' || (isIP(address) !== 0 && !isPublicAddress(address));
}

/** The source of the settings; `null` when there is none. */
export function createSource(config: SourceConfig, { production, clock = systemClock }: SourceDeps): AdSource | null {
  if (config.kind === 'none') return null;
  const unhurried = !production && isLocal(config.url) ? { delayMs: 0, budgetPerHour: Number.POSITIVE_INFINITY } : {};
  return CREATE[config.kind](config.url, { clock, allowPrivate: !production, ...unhurried });
}
