import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../api/client.ts';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { Page } from '../components/Page.tsx';
import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { StateScreen } from '../components/StateScreen.tsx';
import { sessionAtom, userAtom } from '../state/auth.ts';
import { launchAtom } from '../state/launch.ts';
import { localeAtom, showLocaleAtom } from '../state/preferences.ts';
import { useAtomValue, useSetAtom } from '../store.ts';
import type { ReturnTicket } from './return-address.ts';

/** Who may see a page: everybody; who is signed in; who is, inside Telegram; administrators. */
export type Access = 'public' | 'member' | 'telegram' | 'admin';

interface GateProps {
  readonly access: Access;
  readonly children: ReactNode;
}

/** Shows the page to whom it is for, and leads everybody else to the door that fits. */
export function AccessGate({ access, children }: GateProps) {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  if (access === 'public') return children;
  if (access === 'telegram' && !isInTelegram) return <Navigate to="/" replace />;
  return (
    <SignedIn door={access === 'admin' ? '/login' : '/signup'}>
      {access === 'admin' ? <AdminOnly>{children}</AdminOnly> : children}
    </SignedIn>
  );
}

/** What only a signed-in person sees; signs in first. */
function SignedIn({ door, children }: { readonly door: string; readonly children: ReactNode }) {
  const { data: user, error, refetch } = useAtomValue(sessionAtom);
  const ticket = useReturnTicket(user?.id);
  if (user) return <OwnLanguage>{children}</OwnLanguage>;
  if (error && !isRefusal(error)) return <ErrorScreen error={error} onRetry={refetch} />;
  return user === null || error ? <Navigate to={door} replace state={ticket} /> : <PageSkeleton />;
}

/** What leads back here from the door. */
function useReturnTicket(userId: number | undefined): ReturnTicket {
  const { pathname, search, hash } = useLocation();
  const shownTo = useRef<number | null>(null);
  if (userId !== undefined) shownTo.current = userId;
  return { returnTo: pathname + search + hash, endedFor: shownTo.current };
}

/** The server spoke, and did not let the person in: trying again would not help. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null && error.status < 500 && error.status !== 429;
}

function AdminOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('webapp');
  const { data: user, error, refetch } = useAtomValue(userAtom);
  if (error && !user) return <ErrorScreen error={error} onRetry={refetch} />;
  if (!user) return <PageSkeleton />;
  if (user.role === 'admin') return children;
  return (
    <Page>
      <StateScreen heading="h1" title={t('notAdmin')} />
    </Page>
  );
}

/** The language is kept with the person, who may have changed it in the chat; what the browser keeps is a copy. */
function OwnLanguage({ children }: { readonly children: ReactNode }) {
  const language = useAtomValue(userAtom).data?.language;
  const shown = useAtomValue(localeAtom);
  const showLocale = useSetAtom(showLocaleAtom);
  useEffect(() => {
    if (language !== undefined && language !== shown) showLocale(language).catch(reportLanguage);
  }, [language, shown, showLocale]);
  return children;
}

function reportLanguage(error: unknown): void {
  console.warn('The texts of the chosen language could not be loaded.', error);
}
