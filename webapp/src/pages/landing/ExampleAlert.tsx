import '../../styles/example-alert.css';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/i18n/formats.ts';
import { Icon } from '../../components/Icon.tsx';
import { SedanPicture } from './SedanPicture.tsx';

const CAR = 'BMW 320 · 2017';
const PUBLISHED = '14:02';
const RECEIVED = '14:03';

/** An alert as it stands in the chat. Its buttons are drawn, not there. */
export function ExampleAlert() {
  const { t } = useTranslation('pages');
  const month = `04.${new Date().getFullYear() + 1}`;
  return (
    <figure className="example" aria-label={t('landing.example.label')}>
      <p className="example__time">{t('landing.example.published', { time: PUBLISHED })}</p>
      <div className="example__message">
        <SedanPicture />
        <div className="example__text">
          <p className="example__car">{CAR}</p>
          <p>
            <strong>{formatPrice(12_900)}</strong> {'· '}
            {t('landing.example.facts', { month })}
          </p>
          <p>{t('landing.example.place')}</p>
          <p className="example__filter">
            <span>{t('landing.example.filter')}</span>
            <span className="example__received">{RECEIVED}</span>
          </p>
        </div>
      </div>
      <div className="example__buttons" aria-hidden="true">
        <span className="example__button">
          {t('landing.example.open')}
          <Icon name="external" />
        </span>
        <span className="example__button">{t('landing.example.hide')}</span>
        <span className="example__button">{t('landing.example.edit')}</span>
        <span className="example__button">{t('landing.example.turnOff')}</span>
      </div>
    </figure>
  );
}
