import '../../../styles/admin-shared.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import type { BannerContent } from './use-banner.ts';

interface BannerProps {
  readonly banner: BannerContent | null;
  readonly onDismiss: () => void;
}

/** The news of `useBanner`, in sight wherever the page is scrolled to. Its live regions are there before they speak. */
export function Banner({ banner, onDismiss }: BannerProps) {
  const { t } = useTranslation('webapp');
  return (
    <div className="banner-place" data-tone={banner?.tone}>
      <div role="status">{banner?.tone === 'success' && <Text {...banner} key={banner.id} />}</div>
      <div role="alert">{banner?.tone === 'failure' && <Text {...banner} key={banner.id} />}</div>
      {banner?.tone === 'failure' && (
        <button className="icon-button" type="button" aria-label={t('close')} onClick={onDismiss}>
          <Icon name="cross" />
        </button>
      )}
    </div>
  );
}

function Text({ text, tone }: BannerContent) {
  return (
    <p className="banner">
      <Icon name={tone === 'success' ? 'check' : 'warning'} />
      <span>{text}</span>
    </p>
  );
}
