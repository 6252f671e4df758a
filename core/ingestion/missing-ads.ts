import type { AdService } from '../ads/ad-service.ts';
import type { Logger } from '../logger.ts';
import { type AdSource, SourceError } from './ad-source.ts';
import { readableAdPage } from './storable-ad.ts';

export interface SettleMissingInput {
  readonly source: AdSource;
  readonly ads: AdService;
  readonly logger: Logger;
  /** Pages that are read at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Asks the own pages of ads that two sweeps did not show whether they are gone; one that may not be asked for is given
 * up. Answers whether there are more to ask at once.
 */
export async function settleMissing({ source, ads, logger, limit, signal }: SettleMissingInput): Promise<boolean> {
  const missing = await ads.missing(source.id, limit + 1);
  for (const { id, url } of missing.slice(0, limit)) {
    if (signal.aborted) return true;
    try {
      const page = readableAdPage(await source.fetchAd(url, signal, 'backlog'));
      await ads.settleMissing(id, page.state === 'gone' ? 'gone' : page.details);
    } catch (error) {
      if (!(error instanceof SourceError) || signal.aborted) throw error;
      if (error.failure !== 'refused') {
        // A page that stays unreadable decides nothing; the next sweep gives its ad up.
        logger.warn({ err: error, adId: id }, 'missing ad not confirmed');
        return false;
      }
      await ads.settleMissing(id, 'gone');
    }
  }
  return missing.length > limit;
}
