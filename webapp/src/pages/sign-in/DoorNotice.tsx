import '../../styles/sign-in.css';
import { useTranslation } from 'react-i18next';
import { useDoor } from './use-door.ts';

/** Why somebody stands before the door: what they have just done, or that their session is over. */
export function DoorNotice() {
  const { t } = useTranslation('signin');
  const { success, isExpired } = useDoor();
  if (!success && !isExpired) return null;
  return (
    <p className="notice sign-in__notice" role="status">
      {success ? t(success) : t('expired')}
    </p>
  );
}
