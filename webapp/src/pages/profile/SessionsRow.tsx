import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../components/Row.tsx';
import { loadChunk } from '../../routing/load-chunk.ts';
import { sessionsAtom } from '../../state/sessions.ts';
import { useAtomValue } from '../../store.ts';

const SessionsSheet = lazy(async () => ({
  default: (await loadChunk('SessionsSheet', () => import('./SessionsSheet.tsx'))).SessionsSheet,
}));

/** On how many devices the person is signed in; which ones, and what is wrong when that is not known, says the sheet. */
export function SessionsRow() {
  const { t } = useTranslation('account');
  const { data, refetch } = useAtomValue(sessionsAtom);
  const count = data?.sessions.length ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
    // Somebody may have signed in elsewhere since the page was opened.
    void refetch();
  };
  return (
    <div>
      <Row
        icon="devices"
        title={count === 0 ? t('profile.sessions.label') : t('profile.sessions.count', { count })}
        onClick={open}
      />
      <Suspense>{isOpen && <SessionsSheet onClose={() => setIsOpen(false)} />}</Suspense>
    </div>
  );
}
