import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

/** Says that the device has no network, as long as it has none. */
export function OfflineNotice() {
  const { t } = useTranslation('webapp');
  const [isOffline, setIsOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = () => setIsOffline(!navigator.onLine);
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return (
    <div className="offline" role="status">
      {isOffline && (
        <p className="offline__text">
          <Icon name="warning" /> {t('offline')}
        </p>
      )}
    </div>
  );
}
