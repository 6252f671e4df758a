import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useLanguageChoice } from '../../components/use-language-choice.ts';
import { useThemeChoice } from '../../components/use-theme-choice.ts';
import { ChoiceSheet } from './ChoiceSheet.tsx';

/** Language and theme. */
export function LookSection() {
  const { t } = useTranslation('account');
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title={t('profile.look')}>
      <Row
        icon="globe"
        title={language.label}
        after={
          <div className="profile__language">
            <Segments
              label={language.label}
              options={language.codes}
              chosen={language.chosen}
              onChoose={(locale) => void language.choose(locale)}
            />
          </div>
        }
      />
      <Row
        icon="sun"
        title={theme.label}
        after={
          <span className="profile__value">{theme.options.find(({ value }) => value === theme.chosen)?.text}</span>
        }
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <ChoiceSheet
          title={theme.label}
          options={theme.options}
          chosen={theme.chosen}
          onChoose={theme.choose}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}
