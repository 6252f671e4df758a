import { useEffect } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router';
import type { PagePath } from '#core/contracts/page-paths.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { homePage } from '../pages/HomePage.tsx';
import { type Access, AccessGate } from './AccessGate.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

interface PageRow {
  readonly access: Access;
  readonly page: LazyPage;
}

const filterEditorPage = lazyPage('FilterEditorPage', () => import('../pages/filter-editor/FilterEditorPage.tsx'));
const notFoundPage = lazyPage('NotFoundPage', () => import('../pages/NotFoundPage.tsx'));

/** Every page of the app: where it is, and who may see it. */
const PAGES: Readonly<Record<PagePath | '*', PageRow>> = {
  '/': { access: 'public', page: homePage },
  '/signup': { access: 'public', page: lazyPage('SignupPage', () => import('../pages/SignupPage.tsx')) },
  '/login': { access: 'public', page: lazyPage('LoginPage', () => import('../pages/LoginPage.tsx')) },
  '/main': { access: 'member', page: lazyPage('MainMenuPage', () => import('../pages/MainMenuPage.tsx')) },
  '/filters': {
    access: 'telegram',
    page: lazyPage('FiltersPage', () => import('../pages/filters/FiltersPage.tsx'), { texts: 'start' }),
  },
  '/filters/new': { access: 'telegram', page: filterEditorPage },
  '/filters/update/:filterId': { access: 'telegram', page: filterEditorPage },
  '/profile': { access: 'member', page: lazyPage('ProfilePage', () => import('../pages/profile/ProfilePage.tsx')) },
  '/alerts': { access: 'member', page: lazyPage('AlertsPage', () => import('../pages/profile/AlertsPage.tsx')) },
  '/plans': { access: 'member', page: lazyPage('PlansPage', () => import('../pages/PlansPage.tsx')) },
  '/report-problem': {
    access: 'member',
    page: lazyPage('ReportProblemPage', () => import('../pages/ReportProblemPage.tsx')),
  },
  '/how-it-works': { access: 'public', page: lazyPage('HowItWorksPage', () => import('../pages/HowItWorksPage.tsx')) },
  '/contact': { access: 'public', page: lazyPage('ContactPage', () => import('../pages/ContactPage.tsx')) },
  '/privacy': { access: 'public', page: lazyPage('PrivacyPage', () => import('../pages/PrivacyPage.tsx')) },
  '/dev-login': { access: 'public', page: lazyPage('DevLoginPage', () => import('../pages/DevLoginPage.tsx')) },
  '/admin': {
    access: 'admin',
    page: lazyPage('AdminHubPage', () => import('../pages/admin/AdminHubPage.tsx'), { texts: 'admin' }),
  },
  '/admin/console': {
    access: 'admin',
    page: lazyPage('UsersPage', () => import('../pages/admin/UsersPage.tsx'), { texts: 'admin' }),
  },
  '/admin/reported-problems': {
    access: 'admin',
    page: lazyPage('ReportedProblemsPage', () => import('../pages/admin/ReportedProblemsPage.tsx'), { texts: 'admin' }),
  },
  '*': { access: 'public', page: notFoundPage },
};

/** Begins to load the page at the address, beside everything else that the app needs. */
export async function preloadPage(pathname: string): Promise<void> {
  await Object.entries(PAGES)
    .find(([path]) => matchPath(path, pathname))?.[1]
    .page.preload();
}

/** Comes beforehand for who was let in to one of them, so that their frame stands still on the way to the next. */
function OtherAdminPages() {
  useEffect(() => {
    for (const { access, page } of Object.values(PAGES)) if (access === 'admin') void page.preload();
  }, []);
  return null;
}

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    // A page that broke must not take the next one with it.
    <ErrorBoundary key={pathname}>
      <Routes>
        {Object.entries(PAGES).map(
          ([
            path,
            {
              access,
              page: { Page },
            },
          ]) => (
            <Route
              key={path}
              path={path}
              element={
                <AccessGate access={access}>
                  <Page />
                  {access === 'admin' && <OtherAdminPages />}
                </AccessGate>
              }
            />
          ),
        )}
      </Routes>
    </ErrorBoundary>
  );
}
