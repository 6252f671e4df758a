import { useCallback, useEffect, useState } from 'react';

export type BannerTone = 'success' | 'failure';

/** What a deed led to. */
export interface BannerContent {
  readonly text: string;
  readonly tone: BannerTone;
  /** Parts a text from the same one shown before, so that it is read aloud again. */
  readonly id: number;
}

/**
 * The news of the last deed, for `Banner`.
 * @param successMs how long a success stays; a failure stays until it is dismissed or gives way to the next news
 */
export function useBanner(successMs: number) {
  const [banner, setBanner] = useState<BannerContent | null>(null);
  const dismiss = useCallback(() => setBanner(null), []);
  const show = useCallback((text: string, tone: BannerTone = 'success') => {
    setBanner((before) => ({ text, tone, id: (before?.id ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    if (banner?.tone !== 'success') return undefined;
    const timer = setTimeout(dismiss, successMs);
    return () => clearTimeout(timer);
  }, [banner, dismiss, successMs]);
  return { banner, show, dismiss };
}
