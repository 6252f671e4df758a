import { useTranslation } from 'react-i18next';
import { launchAtom } from '../state/launch.ts';
import { chooseThemeAtom, chosenThemeAtom, type Theme, themeAtom } from '../state/preferences.ts';
import { useAtomValue, useSetAtom } from '../store.ts';
import { feelChoice } from '../telegram/native.ts';
import type { Segment } from './Segments.tsx';

type ThemeChoice = Theme | 'client';

/** The themes, the one that is chosen, and how to choose another. Inside Telegram one may also follow the client. */
export function useThemeChoice() {
  const { t } = useTranslation('webapp');
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const isFollowing = useAtomValue(chosenThemeAtom) === null && isInTelegram;
  const shown = useAtomValue(themeAtom);
  const chooseTheme = useSetAtom(chooseThemeAtom);
  const values: readonly ThemeChoice[] = isInTelegram ? ['client', 'light', 'dark'] : ['light', 'dark'];
  const options: Segment<ThemeChoice>[] = values.map((value) => ({ value, text: t(`theme.${value}`) }));

  function choose(theme: ThemeChoice): void {
    feelChoice();
    chooseTheme(theme === 'client' ? null : theme);
  }

  const chosen: ThemeChoice = isFollowing ? 'client' : shown;
  return { label: t('theme.label'), options, chosen, choose };
}
