import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { UnexpectedError } from './UnexpectedError.tsx';

/** In the place of a page that broke. */
export function ErrorBoundary() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <UnexpectedError error={error} />;
}
