import type { ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { FiltersPage } from '../pages/filters/FiltersPage.tsx';
import { HomePage } from '../pages/HomePage.tsx';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { type Access, AccessGate } from './AccessGate.tsx';

interface PageRow {
  readonly path: string;
  readonly access: Access;
  readonly page: ReactNode;
}

/** Every page of the app: where it is, and who may see it. */
const PAGES: readonly PageRow[] = [
  { path: '/', access: 'public', page: <HomePage /> },
  { path: '/filters', access: 'telegram', page: <FiltersPage /> },
  { path: '/filters/new', access: 'telegram', page: <FiltersPage /> },
  { path: '/filters/update/:filterId', access: 'telegram', page: <FiltersPage /> },
  { path: '*', access: 'public', page: <NotFoundPage /> },
];

export function createRouter() {
  return createBrowserRouter([{ ErrorBoundary, children: PAGES.map(routeOf) }]);
}

function routeOf({ path, access, page }: PageRow): RouteObject {
  return { path, element: <AccessGate access={access}>{page}</AccessGate> };
}
