import '../styles/ad-card.css';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdView } from '#core/contracts/ad-answers.ts';
import { formatMileage, formatPrice, formatVolume, formatWhole, inSentence } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { localeAtom } from '../state/preferences.ts';
import { useAtomValue } from '../store.ts';
import { CarPicture } from './CarPicture.tsx';
import { FactLine } from './FactLine.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { useAge } from './use-age.ts';

interface AdCardProps {
  readonly ad: AdView;
  /** What can be done with it: stands below the facts and is tapped on its own. */
  readonly children?: ReactNode;
}

/** An ad: picture, name, price and facts. A tap anywhere opens it outside the app. */
export function AdCard({ ad, children }: AdCardProps) {
  const { t } = useTranslation(['editor', 'options', 'common']);
  const locale = useAtomValue(localeAtom);
  const age = useAge();
  const name = ad.name ?? ad.title ?? t('editor:ad.untitled');
  const facts = factsOf(ad, t, locale);
  const isYearTold = ad.year === null || name.includes(String(ad.year));
  return (
    <article className="ad">
      <Picture ad={ad} />
      <div className="ad__text">
        <OutsideLink className="ad__name" href={ad.url}>
          {[name, ...(isYearTold ? [] : [ad.year])].join(' · ')}
        </OutsideLink>
        <Price ad={ad} />
        {facts.length > 0 && (
          <p className="ad__facts">
            <FactLine facts={facts} />
          </p>
        )}
        <p className="ad__place">
          {[ad.area && t(`options:area.${ad.area}`), age(ad.postedAt ?? ad.firstSeenAt)].filter(Boolean).join(' · ')}
        </p>
        {children !== undefined && <div className="ad__actions">{children}</div>}
      </div>
    </article>
  );
}

/** The photo of the ad; a drawn car where there is none, or none that comes. */
function Picture({ ad: { photo, bodyType } }: { readonly ad: AdView }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="ad__picture">
      {photo === null || isBroken ? (
        <CarPicture bodyType={bodyType} />
      ) : (
        <img src={photo} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
      )}
    </div>
  );
}

function Price({ ad: { price, priceHistory } }: { readonly ad: AdView }) {
  const { t } = useTranslation('editor');
  if (price === null) return null;
  const before = priceHistory.findLast((known) => known.price !== price)?.price ?? 0;
  return (
    <p className="ad__price">
      {before > price && (
        <>
          <span className="visually-hidden">{t('ad.before')}</span> <s>{formatWhole(before)}</s>{' '}
        </>
      )}
      <b>{formatPrice(price)}</b>
    </p>
  );
}

/** What the ad states, in the order that buyers ask; what it does not state is left out. */
function factsOf(ad: AdView, t: TFunction<['editor', 'options', 'common']>, locale: Locale): string[] {
  const engine = ad.engine === null || ad.engine === 'other' ? null : inSentence(t(`options:engine.${ad.engine}`));
  const volume = ad.volume === null ? null : formatVolume(ad.volume, locale);
  return [
    ad.mileage === null ? null : formatMileage(ad.mileage, t('common:unit.kilometre')),
    volume === null ? engine : `${volume}\u00a0${engine ?? t('common:unit.litre')}`,
    ad.gearBox === null ? null : inSentence(t(`options:gearbox.${ad.gearBox}`)),
    ad.checkup === null ? null : t('editor:ad.checkup', { month: ad.checkup }),
  ].filter((fact) => fact !== null);
}
