import { useTranslation } from 'react-i18next';
import type { ConfigResponse } from '#core/contracts/service.ts';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { Page } from '../components/Page.tsx';
import { Row } from '../components/Row.tsx';
import { Section } from '../components/Section.tsx';
import { useWayHome } from '../components/use-way-home.ts';
import { configAtom } from '../state/config.ts';
import { useAtomValue } from '../store.ts';
import '../styles/info.css';
import { ContactMap } from './contact/ContactMap.tsx';

/** How to reach the people behind Vanags. */
export function ContactPage() {
  const { t } = useTranslation('pages');
  const back = useWayHome();
  const config = useAtomValue(configAtom);
  if (config.error && !config.data) return <ErrorScreen error={config.error} back={back} onRetry={config.refetch} />;
  return (
    <Page title={t('contact.title')} back={back}>
      {config.data ? <ContactCards contact={config.data.contact} /> : <ContactOutline />}
    </Page>
  );
}

function ContactCards({ contact }: { readonly contact: ConfigResponse['contact'] }) {
  const { t } = useTranslation('pages');
  const { phone, email, address } = contact;
  return (
    <div className="contact">
      <Section>
        <Row icon="phone" title={phone} subtitle={t('contact.phone')} href={`tel:${phone.replace(/[^\d+]/g, '')}`} />
        <Row icon="mail" title={email} subtitle={t('contact.email')} href={`mailto:${email}`} />
        <Row icon="pin" title={address} subtitle={t('contact.address')} />
        <Row icon="clock" title={t('contact.hoursValue')} subtitle={t('contact.hours')} />
      </Section>
      <Section title={t('contact.map')}>
        <ContactMap place={contact} address={address} />
      </Section>
    </div>
  );
}

/** The cards before the contact is there. */
function ContactOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="contact" aria-hidden="true">
        <div className="card">
          {['phone', 'mail', 'pin', 'clock'].map((row) => (
            <div className="contact-outline__row" key={row}>
              <span className="outline outline--name" />
              <span className="outline outline--hint" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
