import { useMedia } from '../../components/use-media.ts';

/** A screen this wide is not the phone that Telegram is on, so that the phone can read a code from it. */
export function useCanScan(): boolean {
  return useMedia('(width >= 768px)');
}
