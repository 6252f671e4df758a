import { useTranslation } from 'react-i18next';
import { Meter } from '../../components/Meter.tsx';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';

interface PlanSectionProps {
  readonly active: number;
  readonly limit: number;
}

/** How many filters are on, of how many. */
export function PlanSection({ active, limit }: PlanSectionProps) {
  const { t } = useTranslation('account');
  const left = Math.max(0, limit - active);
  return (
    <Section>
      <div className="plan-use">
        <p className="plan-use__count">
          <span className="plan-use__label">{t('profile.activeFilters')}</span>
          <span>
            <b>{active}</b> {t('profile.countOf', { limit })}
          </span>
        </p>
        {limit > 0 && <Meter value={active} limit={limit} />}
        <p className="plan-use__left">
          {limit === 0 && t('profile.noFilters')}
          {limit > 0 && (left > 0 ? t('profile.more', { count: left }) : t('profile.full'))}
        </p>
      </div>
      <Row title={<span className="link-text">{t('profile.compare')}</span>} to="/plans" />
    </Section>
  );
}
