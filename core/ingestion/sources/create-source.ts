import { isIP } from 'node:net';
import { type Clock, systemClock } from '../../clock.ts';
import type { SourceConfig } from '../../config.ts';
import type { AdSource } from '../ad-source.ts';
import { createNdjsonSource } from './ndjson/ndjson-source.ts';
import { isPublicAddress } from './public-address.ts';
import { createSsLvSource } from './ss-lv/ss-lv-source.ts';

export interface SourceDeps {
  /** In production no request may go to this machine or a local network. */
  readonly production: boolean;
  readonly clock?: Clock;
}

const IS_ADDRESS = /^https?:/i;

/** An emulator on this machine is nobody's guest: no pause, no budget. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  return hostname === 'localhost' || (isIP(address) !== 0 && !isPublicAddress(address));
}

/** The source of the settings; `null` when there is none. */
export function createSource(config: SourceConfig, { production, clock = systemClock }: SourceDeps): AdSource | null {
  if (config.kind === 'none') return null;
  if (config.kind === 'ndjson' && !IS_ADDRESS.test(config.url)) return createNdjsonSource({ clock, path: config.url });
  const unhurried = !production && isLocal(config.url) ? { delayMs: 0, budgetPerHour: Number.POSITIVE_INFINITY } : {};
  const options = { clock, allowPrivate: !production, ...unhurried };
  return config.kind === 'ss-lv'
    ? createSsLvSource({ ...options, baseUrl: config.url })
    : createNdjsonSource({ ...options, url: config.url });
}
