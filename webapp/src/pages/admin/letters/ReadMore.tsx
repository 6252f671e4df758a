import { useTranslation } from 'react-i18next';

interface ReadMoreProps {
  readonly className: string;
  /** Of the letter, whose name is the element `<id>-name`. */
  readonly id: string;
  readonly onRead: () => void;
}

/** Opens a letter that is shown in part; read aloud, it says whose. */
export function ReadMore({ className, id, onRead }: ReadMoreProps) {
  const { t } = useTranslation('admin');
  return (
    <button
      className={className}
      id={`${id}-read`}
      type="button"
      aria-labelledby={`${id}-read ${id}-name`}
      onClick={onRead}
    >
      {t('letters.readMore')}
    </button>
  );
}
