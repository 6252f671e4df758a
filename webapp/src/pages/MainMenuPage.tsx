import '../styles/main-menu.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../components/Page.tsx';
import { ReachNotice } from '../components/ReachNotice.tsx';
import { Row } from '../components/Row.tsx';
import { Section } from '../components/Section.tsx';
import { Segments } from '../components/Segments.tsx';
import { useLanguageChoice } from '../components/use-language-choice.ts';
import { useThemeChoice } from '../components/use-theme-choice.ts';
import { loadChunk } from '../routing/load-chunk.ts';
import { userAtom } from '../state/auth.ts';
import { botUrlAtom } from '../state/config.ts';
import { filtersAtom } from '../state/filters.ts';
import { launchAtom } from '../state/launch.ts';
import { settingsAtom } from '../state/settings.ts';
import { useAtomValue } from '../store.ts';

const FeedbackDialog = lazy(async () => ({
  default: (await loadChunk('FeedbackDialog', () => import('../components/FeedbackDialog.tsx'))).FeedbackDialog,
}));

/** From here to everything else. */
export function MainMenuPage() {
  const { t } = useTranslation('webapp');
  const { data: settings } = useAtomValue(settingsAtom);
  const isReached = settings?.reachable && settings.alerts;
  return (
    <Page title={t('menu.title')}>
      <ReachNotice />
      <div className="main-menu">
        <Section note={isReached ? t('reach.fine') : undefined}>
          <FiltersRow />
          <Row icon="star" title={t('menu.plans')} to="/plans" />
          <Row icon="gear" title={t('menu.settings')} subtitle={t('menu.settingsNote')} to="/profile" />
        </Section>
        <ForAdministrators />
        <Help />
        <Look />
        <Categories />
      </div>
    </Page>
  );
}

/** The filters are pages of the app in Telegram only; from a browser it is the bot that leads to them. */
function FiltersRow() {
  const { t } = useTranslation('webapp');
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const botUrl = useAtomValue(botUrlAtom);
  const { data: filters } = useAtomValue(filtersAtom);
  const count = filters?.filter(({ active }) => active === 1).length;
  const shared = {
    icon: 'filters' as const,
    title: t('nav.filters'),
    after: count !== undefined && <span className="main-menu__value">{t('menu.activeFilters', { count })}</span>,
  };
  if (isInTelegram) return <Row {...shared} to="/filters" />;
  return <Row {...shared} subtitle={t('menu.inBot')} {...(botUrl !== null && { href: botUrl })} />;
}

function ForAdministrators() {
  const { t } = useTranslation('webapp');
  if (useAtomValue(userAtom).data?.role !== 'admin') return null;
  return (
    <Section>
      <Row icon="grid" title={t('menu.admin')} to="/admin" />
    </Section>
  );
}

function Help() {
  const { t } = useTranslation('webapp');
  const [isRating, setIsRating] = useState(false);
  return (
    <>
      <Section title={t('menu.help')}>
        <Row icon="help" title={t('nav.howItWorks')} to="/how-it-works" />
        <Row icon="mail" title={t('menu.contact')} to="/contact" />
        <Row icon="flag" title={t('menu.report')} to="/report-problem" />
        <Row icon="pencil" title={t('menu.feedback')} onClick={() => setIsRating(true)} />
      </Section>
      {isRating && (
        <Suspense>
          <FeedbackDialog onClose={() => setIsRating(false)} />
        </Suspense>
      )}
    </>
  );
}

function Look() {
  const { t } = useTranslation('webapp');
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  return (
    <Section title={t('menu.look')}>
      <div className="main-menu__choice">
        <Segments {...language} onChoose={(locale) => void language.choose(locale)} />
      </div>
      <div className="main-menu__choice">
        <Segments {...theme} onChoose={theme.choose} />
      </div>
    </Section>
  );
}

function Categories() {
  const { t } = useTranslation('webapp');
  const value = (text: string) => <span className="main-menu__value">{text}</span>;
  return (
    <Section title={t('categories.title')}>
      <Row icon="car" title={t('categories.cars')} after={value(t('categories.open'))} />
      <Row icon="motorcycle" title={t('categories.motorcycles')} after={value(t('categories.coming'))} />
      <Row icon="wrench" title={t('categories.spareParts')} after={value(t('categories.coming'))} />
    </Section>
  );
}
