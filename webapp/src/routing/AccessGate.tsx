import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import { ErrorScreen } from '../components/ErrorScreen.tsx';
import { FiltersSkeleton } from '../pages/filters/FiltersSkeleton.tsx';
import { sessionAtom, userAtom } from '../state/auth.ts';
import { launchAtom } from '../state/launch.ts';
import { localeAtom, showLocaleAtom } from '../state/preferences.ts';
import { useAtomValue, useSetAtom } from '../store.ts';

/** Who may see a page: everybody, or who is signed in and came through Telegram. */
export type Access = 'public' | 'telegram';

interface GateProps {
  readonly access: Access;
  readonly children: ReactNode;
}

/** Shows the page to whom it is for, and leads everybody else to the front door. */
export function AccessGate({ access, children }: GateProps) {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  if (access === 'public') return children;
  return isInTelegram ? <SignedIn>{children}</SignedIn> : <Navigate to="/" replace />;
}

/** What only a signed-in person sees; signs in first. */
function SignedIn({ children }: { readonly children: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  if (session.isPending) return <FiltersSkeleton />;
  if (session.isError) return <ErrorScreen error={session.error} onRetry={session.refetch} />;
  return session.data === null ? <Navigate to="/" replace /> : <OwnLanguage>{children}</OwnLanguage>;
}

/** The language is kept with the person, who may have changed it in the chat; what the browser keeps is a copy. */
function OwnLanguage({ children }: { readonly children: ReactNode }) {
  const language = useAtomValue(userAtom).data?.language;
  const shown = useAtomValue(localeAtom);
  const showLocale = useSetAtom(showLocaleAtom);
  useEffect(() => {
    if (language !== undefined && language !== shown) void showLocale(language);
  }, [language, shown, showLocale]);
  return children;
}
