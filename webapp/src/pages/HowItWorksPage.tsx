import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MainAction } from '../components/MainAction.tsx';
import { Page } from '../components/Page.tsx';
import { useWayHome } from '../components/use-way-home.ts';
import { launchAtom } from '../state/launch.ts';
import { localeAtom, themeAtom } from '../state/preferences.ts';
import { useAtomValue } from '../store.ts';
import '../styles/info.css';
import { WatchingPicture } from './how-it-works/WatchingPicture.tsx';

/** What Vanags does, in three steps, with pictures of the app itself. */
export function HowItWorksPage() {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const isInTelegram = useAtomValue(launchAtom) !== null;
  return (
    <Page title={t('howItWorks.title')} back={useWayHome()}>
      <p className="page-lead">{t('howItWorks.lead')}</p>
      <ol className="steps">
        <Step title={t('howItWorks.step1.title')} text={t('howItWorks.step1.text')}>
          <Screenshot name="filter" alt={t('howItWorks.step1.image')} isFirst />
        </Step>
        <Step title={t('howItWorks.step2.title')} text={t('howItWorks.step2.text')}>
          <WatchingPicture />
        </Step>
        <Step title={t('howItWorks.step3.title')} text={t('howItWorks.step3.text')}>
          <Screenshot name="alert" alt={t('howItWorks.step3.image')} />
        </Step>
      </ol>
      <MainAction
        text={isInTelegram ? t('howItWorks.filters') : t('howItWorks.start')}
        onPress={() => void navigate(isInTelegram ? '/filters' : '/signup')}
      />
    </Page>
  );
}

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <li className="step">
      <div className="step__words">
        <h2 className="step__title">{title}</h2>
        <p className="step__text">{text}</p>
      </div>
      <div className="step__picture">{children}</div>
    </li>
  );
}

/** What `npm run pictures` takes from the running app, in CSS pixels. */
const SIZES = { filter: { width: 390, height: 800 }, alert: { width: 340, height: 406 } } as const;

interface ScreenshotProps {
  readonly name: keyof typeof SIZES;
  readonly alt: string;
  /** In sight at once, so that it must not wait for scrolling. */
  readonly isFirst?: boolean;
}

/** A picture of the app in the person's own language and theme. */
function Screenshot({ name, alt, isFirst = false }: ScreenshotProps) {
  const locale = useAtomValue(localeAtom);
  const theme = useAtomValue(themeAtom);
  return (
    <img
      className="step__screenshot"
      src={`/how-it-works/${name}-${locale}-${theme}.webp`}
      alt={alt}
      {...SIZES[name]}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
