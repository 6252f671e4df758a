import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** From then on waiting needs a word. */
const SLOW_AFTER_MS = 6000;

/** Says that the network is slow once a page takes long to come, and offers a fresh try. */
export function SlowNotice() {
  const { t } = useTranslation('fault');
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="slow" role="status">
      {isSlow && (
        <>
          <p>{t('slow.text')}</p>
          <button className="text-button" type="button" onClick={() => window.location.reload()}>
            {t('slow.reload')}
          </button>
        </>
      )}
    </div>
  );
}
