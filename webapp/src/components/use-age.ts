import { useTranslation } from 'react-i18next';

const MINUTE_MS = 60_000;
/** Beyond this a date says more than a number of days. */
const MAX_DAYS = 30;

/** Words how long ago something was: "tikko", "pirms 37 min", "pirms 2 dienām", and the date of what is long past. */
export function useAge(): (at: string) => string {
  const { t } = useTranslation('common');
  return (at) => {
    const minutes = Math.floor((Date.now() - Date.parse(at)) / MINUTE_MS);
    if (minutes < 1) return t('age.now');
    if (minutes < 60) return t('age.minutes', { count: minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return t('age.hours', { count: hours });
    const days = Math.floor(hours / 24);
    return days <= MAX_DAYS ? t('age.days', { count: days }) : dateText(new Date(at));
  };
}

/** `20.11.2026`, by the clock of the device. */
function dateText(date: Date): string {
  const parts = [date.getDate(), date.getMonth() + 1].map((part) => String(part).padStart(2, '0'));
  return [...parts, date.getFullYear()].join('.');
}
