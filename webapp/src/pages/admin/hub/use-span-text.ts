import { useTranslation } from 'react-i18next';
import { timeSpan } from './time-span.ts';

/** Words a number of seconds: `38 s`, `21 min`. */
export function useSpanText(): (seconds: number) => string {
  const { t } = useTranslation('admin');
  return (seconds) => {
    const { value, unit } = timeSpan(seconds);
    return `${value}\u00a0${t(`hub.span.${unit}`)}`;
  };
}
