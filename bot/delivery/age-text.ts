import type { Translate } from '../texts.ts';

const MINUTE_MS = 60_000;

/** How long ago something was: `pirms 3 min`. */
export function ageText(ageMs: number, t: Translate): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return t('common:age.now');
  if (minutes < 60) return t('common:age.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('common:age.hours', { count: hours });
  return t('common:age.days', { count: Math.floor(hours / 24) });
}
