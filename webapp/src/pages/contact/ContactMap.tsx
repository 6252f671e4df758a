import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { OutsideLink } from '../../components/OutsideLink.tsx';
import { mapAddress, mapFrameAddress, type Place } from './map-address.ts';

/** A map that has not come after this long is given up. */
const PATIENCE_MS = 12_000;

interface ContactMapProps {
  readonly place: Place;
  readonly address: string;
}

/** The place on a map, and the way to a larger one, which also stands where the map cannot be shown. */
export function ContactMap({ place, address }: ContactMapProps) {
  const { t } = useTranslation('pages');
  return (
    <>
      <MapFrame src={mapFrameAddress(place)} title={t('contact.mapFrame', { address })} />
      <OutsideLink className="map-link" href={mapAddress(place)}>
        {t('contact.openMap')}
        <Icon name="external" />
      </OutsideLink>
    </>
  );
}

function MapFrame({ src, title }: { readonly src: string; readonly title: string }) {
  const { t } = useTranslation('pages');
  const [state, setState] = useState<'loading' | 'shown' | 'away'>(navigator.onLine ? 'loading' : 'away');
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('away'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div className="map" data-state={state}>
      {state !== 'shown' && (
        <p className="map__note">{state === 'away' ? t('contact.mapAway') : t('contact.mapLoading')}</p>
      )}
      {state !== 'away' && (
        <iframe
          className="map__frame"
          src={src}
          title={title}
          loading="lazy"
          // It may draw and open its own site in a tab, and not lead our page away.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          onLoad={() => setState('shown')}
        />
      )}
    </div>
  );
}
