import { useEffect } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { homePage } from '../pages/HomePage.tsx';
import { type Access, AccessGate } from './AccessGate.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

interface PageRow {
  readonly path: string;
  readonly access: Access;
  readonly page: LazyPage;
}

const filterEditorPage = lazyPage('FilterEditorPage', () => import('../pages/filter-editor/FilterEditorPage.tsx'));
const notFoundPage = lazyPage('NotFoundPage', () => import('../pages/NotFoundPage.tsx'));

/** Every page of the app: where it is, and who may see it. */
const PAGES: readonly PageRow[] = [
  { path: '/', access: 'public', page: homePage },
  { path: '/signup', access: 'public', page: lazyPage('SignupPage', () => import('../pages/SignupPage.tsx')) },
  { path: '/login', access: 'public', page: lazyPage('LoginPage', () => import('../pages/LoginPage.tsx')) },
  { path: '/main', access: 'member', page: lazyPage('MainMenuPage', () => import('../pages/MainMenuPage.tsx')) },
  {
    path: '/filters',
    access: 'telegram',
    page: lazyPage('FiltersPage', () => import('../pages/filters/FiltersPage.tsx'), { texts: 'start' }),
  },
  { path: '/filters/new', access: 'telegram', page: filterEditorPage },
  { path: '/filters/update/:filterId', access: 'telegram', page: filterEditorPage },
  {
    path: '/profile',
    access: 'member',
    page: lazyPage('ProfilePage', () => import('../pages/profile/ProfilePage.tsx')),
  },
  { path: '/alerts', access: 'member', page: lazyPage('AlertsPage', () => import('../pages/profile/AlertsPage.tsx')) },
  { path: '/plans', access: 'member', page: lazyPage('PlansPage', () => import('../pages/PlansPage.tsx')) },
  {
    path: '/report-problem',
    access: 'member',
    page: lazyPage('ReportProblemPage', () => import('../pages/ReportProblemPage.tsx')),
  },
  {
    path: '/how-it-works',
    access: 'public',
    page: lazyPage('HowItWorksPage', () => import('../pages/HowItWorksPage.tsx')),
  },
  { path: '/contact', access: 'public', page: lazyPage('ContactPage', () => import('../pages/ContactPage.tsx')) },
  { path: '/privacy', access: 'public', page: lazyPage('PrivacyPage', () => import('../pages/PrivacyPage.tsx')) },
  { path: '/dev-login', access: 'public', page: lazyPage('DevLoginPage', () => import('../pages/DevLoginPage.tsx')) },
  {
    path: '/admin',
    access: 'admin',
    page: lazyPage('AdminHubPage', () => import('../pages/admin/AdminHubPage.tsx'), { texts: 'admin' }),
  },
  {
    path: '/admin/console',
    access: 'admin',
    page: lazyPage('UsersPage', () => import('../pages/admin/UsersPage.tsx'), { texts: 'admin' }),
  },
  {
    path: '/admin/reported-problems',
    access: 'admin',
    page: lazyPage('ReportedProblemsPage', () => import('../pages/admin/ReportedProblemsPage.tsx'), { texts: 'admin' }),
  },
  { path: '*', access: 'public', page: notFoundPage },
];

/** Begins to load the page at the address, beside everything else that the app needs. */
export async function preloadPage(pathname: string): Promise<void> {
  await PAGES.find(({ path }) => matchPath(path, pathname))?.page.preload();
}

/** Comes beforehand for who was let in to one of them, so that their frame stands still on the way to the next. */
function OtherAdminPages() {
  useEffect(() => {
    for (const { access, page } of PAGES) if (access === 'admin') void page.preload();
  }, []);
  return null;
}

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    // A page that broke must not take the next one with it.
    <ErrorBoundary key={pathname}>
      <Routes>
        {PAGES.map(({ path, access, page: { Page } }) => (
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
        ))}
      </Routes>
    </ErrorBoundary>
  );
}
