import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Page } from '../components/Page.tsx';
import { Row } from '../components/Row.tsx';
import { Section } from '../components/Section.tsx';
import { useWayHome } from '../components/use-way-home.ts';
import { configAtom } from '../state/config.ts';
import { useAtomValue } from '../store.ts';
import '../styles/info.css';

const CHAPTERS = {
  'privacy.stored.title': [
    'privacy.stored.account',
    'privacy.stored.sessions',
    'privacy.stored.begun',
    'privacy.stored.filters',
    'privacy.stored.letters',
    'privacy.stored.browser',
    'privacy.stored.audit',
    'privacy.stored.logs',
  ],
  'privacy.why.title': ['privacy.why.text'],
  'privacy.howLong.title': [
    'privacy.howLong.account',
    'privacy.howLong.ads',
    'privacy.howLong.sessions',
    'privacy.howLong.begun',
    'privacy.howLong.deleted',
    'privacy.howLong.audit',
    'privacy.howLong.logs',
  ],
  'privacy.others.title': ['privacy.others.telegram', 'privacy.others.pictures'],
} as const satisfies Partial<Record<ParseKeys<'pages'>, readonly ParseKeys<'pages'>[]>>;

/** What is kept of a person, why, for how long, and how to end it. */
export function PrivacyPage() {
  const { t } = useTranslation('pages');
  const email = useAtomValue(configAtom).data?.contact.email;
  const chapters = Object.entries(CHAPTERS) as [keyof typeof CHAPTERS, readonly ParseKeys<'pages'>[]][];
  return (
    <Page title={t('privacy.title')} back={useWayHome()}>
      <p className="page-lead">{t('privacy.lead')}</p>
      {chapters.map(([title, points]) => (
        <Section title={t(title)} key={title}>
          {points.map((point) => (
            <p className="prose" key={point}>
              {t(point)}
            </p>
          ))}
        </Section>
      ))}
      <Section title={t('privacy.choice.title')}>
        <Row icon="user" title={t('privacy.choice.profile')} subtitle={t('privacy.choice.profileNote')} to="/profile" />
        {email !== undefined && (
          <Row icon="mail" title={t('privacy.choice.write')} subtitle={email} href={`mailto:${email}`} />
        )}
      </Section>
    </Page>
  );
}
