import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { feelChoice } from '../telegram/native.ts';
import { Icon } from './Icon.tsx';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarRatingProps {
  readonly label: string;
  /** 1 to 5; null: none is chosen yet. */
  readonly rating: number | null;
  readonly onChange: (rating: number) => void;
  readonly fault: string | null;
}

/** Five stars to choose from: radio buttons for keyboard and screen reader. */
export function StarRating({ label, rating, onChange, fault }: StarRatingProps) {
  const { t } = useTranslation('pages');
  const id = useId();
  const chosen = STARS.find((star) => star === rating);
  return (
    <fieldset className="stars" aria-describedby={`${id}-fault`}>
      <legend className="stars__label">{label}</legend>
      <div className="stars__row">
        {STARS.map((star) => (
          <label className="stars__star" key={star} data-lit={rating !== null && star <= rating}>
            <input
              className="visually-hidden"
              type="radio"
              name={id}
              value={star}
              checked={star === rating}
              aria-label={t(`feedback.star.${star}`)}
              onChange={() => {
                feelChoice();
                onChange(star);
              }}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      <p className="stars__word" aria-hidden="true">
        {t(`feedback.word.${chosen ?? 0}`)}
      </p>
      <p className="field__fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </fieldset>
  );
}
