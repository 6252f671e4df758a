import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES, type Locale } from '#core/i18n/locales.ts';
import { chooseLanguage } from '../state/language.ts';
import { localeAtom } from '../state/preferences.ts';
import { useAtomValue } from '../store.ts';
import { feelChoice, feelRefusal } from '../telegram/native.ts';
import type { Segment } from './Segments.tsx';
import { useTellFailure } from './use-tell-failure.ts';

/** The languages by their own names, the one that is chosen, and how to choose another. */
export function useLanguageChoice() {
  const { t } = useTranslation(['webapp', 'common']);
  const tellFailure = useTellFailure();
  const shown = useAtomValue(localeAtom);
  const [wanted, setWanted] = useState<Locale | null>(null);
  const options: Segment<Locale>[] = LOCALES.map((locale) => ({
    value: locale,
    text: t(`common:language.${locale}`),
    lang: locale,
  }));

  async function choose(locale: Locale): Promise<void> {
    if (wanted !== null) return;
    setWanted(locale);
    feelChoice();
    try {
      await chooseLanguage(locale);
    } catch (error) {
      feelRefusal();
      tellFailure(t('webapp:language.notSaved'), error);
    }
    setWanted(null);
  }

  // LV, EN, RU, for narrow places.
  const codes = options.map(({ text, ...option }) => ({ ...option, text: option.value.toUpperCase(), name: text }));
  return { label: t('webapp:language.label'), options, codes, chosen: wanted ?? shown, choose };
}
