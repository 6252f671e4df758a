import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '#core/contracts/user.ts';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { loadChunk } from '../../routing/load-chunk.ts';
import { ExportRow } from './ExportRow.tsx';
import { SessionsRow } from './SessionsRow.tsx';
import { useDeleteAccount } from './use-delete-account.ts';

const FirstPasswordSheet = lazy(async () => ({
  default: (await loadChunk('FirstPasswordSheet', () => import('./FirstPasswordSheet.tsx'))).FirstPasswordSheet,
}));
const UsernameSheet = lazy(async () => ({
  default: (await loadChunk('UsernameSheet', () => import('./UsernameSheet.tsx'))).UsernameSheet,
}));
const PasswordSheet = lazy(async () => ({
  default: (await loadChunk('PasswordSheet', () => import('./PasswordSheet.tsx'))).PasswordSheet,
}));
const MessagingAccountSheet = lazy(async () => ({
  default: (await loadChunk('MessagingAccountSheet', () => import('./MessagingAccountSheet.tsx')))
    .MessagingAccountSheet,
}));

type AccountSheet = 'firstPassword' | 'username' | 'password' | 'messaging';

/** What concerns the account as a whole: the ways in, the data to take along, and the end of it. */
export function AccountSection({ user }: { readonly user: UserResponse }) {
  const { t } = useTranslation('account');
  const { isDeleting, start } = useDeleteAccount();
  const [open, setOpen] = useState<AccountSheet | null>(null);
  return (
    <>
      <Section title={t('profile.account')}>
        <UsernameRow username={user.username} onOpen={setOpen} />
        {user.username !== null && (
          <Row icon="key" title={t('profile.password.label')} onClick={() => setOpen('password')} />
        )}
        <Row icon="send" title={t('profile.messaging.label')} onClick={() => setOpen('messaging')} />
        <SessionsRow />
        <ExportRow />
      </Section>
      <Suspense>{open && <OpenSheet sheet={open} user={user} onClose={() => setOpen(null)} />}</Suspense>
      <div className="profile__end">
        <Section note={t('profile.delete.note')}>
          <Row
            icon="trash"
            tone="danger"
            title={isDeleting ? t('profile.delete.busy') : t('profile.delete.label')}
            isDisabled={isDeleting}
            onClick={() => void start()}
          />
        </Section>
      </div>
    </>
  );
}

interface UsernameRowProps {
  readonly username: string | null;
  readonly onOpen: (sheet: AccountSheet) => void;
}

function UsernameRow({ username, onOpen }: UsernameRowProps) {
  const { t } = useTranslation('account');
  if (username === null)
    return (
      <Row
        icon="key"
        title={t('profile.firstPassword.label')}
        subtitle={t('profile.username.none')}
        onClick={() => onOpen('firstPassword')}
      />
    );
  return (
    <Row
      icon="person"
      title={t('profile.username.label')}
      after={<span className="profile__value">{username}</span>}
      onClick={() => onOpen('username')}
    />
  );
}

interface OpenSheetProps {
  readonly sheet: AccountSheet;
  readonly user: UserResponse;
  readonly onClose: () => void;
}

/** Stays the sheet that was opened, also when what is done in it changes the rows. */
function OpenSheet({ sheet, user, onClose }: OpenSheetProps) {
  if (sheet === 'firstPassword') return <FirstPasswordSheet user={user} onClose={onClose} />;
  if (sheet === 'username') return <UsernameSheet onClose={onClose} />;
  if (sheet === 'messaging') return <MessagingAccountSheet user={user} onClose={onClose} />;
  return <PasswordSheet userId={user.id} username={user.username ?? ''} onClose={onClose} />;
}
