import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';

const STARS = [1, 2, 3, 4, 5] as const;

/** A rating that was given. */
export function Stars({ rating }: { readonly rating: number }) {
  const { t } = useTranslation('admin');
  return (
    <span className="rating" role="img" aria-label={t('feedback.stars', { rating })}>
      {STARS.map((star) => (
        <span className="rating__star" key={star} data-lit={star <= rating}>
          <Icon name="star" />
        </span>
      ))}
    </span>
  );
}
