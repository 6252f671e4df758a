import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon.tsx';
import { Segments } from '../Segments.tsx';
import { useLanguageChoice } from '../use-language-choice.ts';
import { useThemeChoice } from '../use-theme-choice.ts';

/** Language and theme in the line of the wide bar, for who has no profile menu. */
export function VisitorChoices() {
  const { t } = useTranslation('webapp');
  const theme = useThemeChoice();
  const other = theme.chosen === 'dark' ? 'light' : 'dark';
  return (
    <>
      <LanguageCodes />
      <button
        className="nav-bar__icon"
        type="button"
        aria-label={t(other === 'dark' ? 'theme.toDark' : 'theme.toLight')}
        onClick={() => theme.choose(other)}
      >
        <Icon name={other === 'dark' ? 'moon' : 'sun'} />
      </button>
    </>
  );
}

/** LV, EN, RU; read aloud by their names. */
export function LanguageCodes() {
  const { label, codes, chosen, choose } = useLanguageChoice();
  return <Segments label={label} options={codes} chosen={chosen} onChoose={(locale) => void choose(locale)} />;
}
