import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { PageSkeleton } from '../../components/PageSkeleton.tsx';
import { sessionAtom } from '../../state/auth.ts';
import { useAtomValue } from '../../store.ts';
import { useDoor } from './use-door.ts';

/** A door for who is not signed in; everybody else goes on to where they wanted. */
export function VisitorsOnly({ children }: { readonly children: ReactNode }) {
  const { data: user, error, refetch } = useAtomValue(sessionAtom);
  const { goesTo } = useDoor();
  if (user) return <Navigate to={goesTo} replace />;
  if (user === null) return children;
  return error ? <ErrorScreen error={error} onRetry={refetch} /> : <PageSkeleton />;
}
