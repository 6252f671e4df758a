import '../../styles/landing.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../components/Icon.tsx';
import { ExampleAlert } from './ExampleAlert.tsx';
import { DealPicture, FilterPicture, TimePicture } from './promise-pictures.tsx';

/** What a browser outside Telegram sees: what Vanags is, what it promises, and the way in. */
export function LandingPage() {
  const { t } = useTranslation('pages');
  return (
    <>
      <main className="landing">
        <div className="landing__pitch">
          <h1 className="landing__promise">{t('landing.promise')}</h1>
          <p className="landing__lead landing__lead--short">{t('landing.leadShort')}</p>
          <p className="landing__lead landing__lead--long">{t('landing.lead')}</p>
          <p className="landing__actions">
            <span className="landing__try">
              <Link className="button" to="/signup">
                {t('landing.try')}
              </Link>
            </span>
            <Link className="landing__how" to="/how-it-works">
              {t('landing.howItWorks')} <Icon name="chevron" />
            </Link>
          </p>
          <p className="landing__enough">{t('landing.enough')}</p>
        </div>
        <ExampleAlert />
        <section className="landing__promises" aria-label={t('landing.promises')}>
          <PromiseCard picture={<TimePicture />} title={t('landing.time.title')} text={t('landing.time.text')} />
          <PromiseCard picture={<DealPicture />} title={t('landing.deals.title')} text={t('landing.deals.text')} />
          <PromiseCard
            picture={<FilterPicture />}
            title={t('landing.filters.title')}
            text={t('landing.filters.text')}
          />
        </section>
      </main>
      <Footer />
    </>
  );
}

interface PromiseCardProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
}

function PromiseCard({ picture, title, text }: PromiseCardProps) {
  return (
    <article className="promise">
      <div className="promise__picture">{picture}</div>
      <h2 className="promise__title">{title}</h2>
      <p className="promise__text">{text}</p>
    </article>
  );
}

function Footer() {
  const { t } = useTranslation('pages');
  return (
    <footer className="landing-footer">
      <p>{t('landing.categories')}</p>
      <nav className="landing-footer__links" aria-label={t('landing.footer')}>
        <Link to="/privacy">{t('landing.privacy')}</Link>
        <Link to="/contact">{t('landing.contact')}</Link>
      </nav>
    </footer>
  );
}
