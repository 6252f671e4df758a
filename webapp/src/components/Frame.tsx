// The bar's place is kept before the bar itself is here.
import '../styles/nav-bar.css';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { loadChunk } from '../routing/load-chunk.ts';
import { hasOwnFrameAtom, isRoleAwaitedAtom } from '../state/frame.ts';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';
import { offerSettings } from '../telegram/buttons.ts';
import { OfflineNotice } from './OfflineNotice.tsx';

const NavBar = lazy(async () => ({
  default: (await loadChunk('NavBar', () => import('./nav-bar/NavBar.tsx'))).NavBar,
}));

/** What stands around every page: in a browser the navigation bar, unless the page brings its own; inside Telegram the client's own frame. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  useTopOfNewPage();
  return (
    <>
      {isInTelegram ? <ClientMenu /> : <Bar />}
      <OfflineNotice />
      {children}
    </>
  );
}

/** The pages that bring their own navigation. */
const ADMIN_PATH = /^\/admin(\/|$)/;

function Bar() {
  const isForAdministrators = ADMIN_PATH.test(useLocation().pathname);
  if (useAtomValue(hasOwnFrameAtom)) return null;
  return isForAdministrators ? <AdministratorsBar /> : <OrdinaryBar />;
}

/** An administrator must not see a bar come and go; only everybody else gets it. */
function AdministratorsBar() {
  return useAtomValue(isRoleAwaitedAtom) ? <BarPlace /> : <OrdinaryBar />;
}

function OrdinaryBar() {
  return (
    <Suspense fallback={<BarPlace />}>
      <NavBar />
    </Suspense>
  );
}

function BarPlace() {
  return <div className="nav-bar" />;
}

/** The settings in the client's own menu lead to the profile. */
function ClientMenu() {
  const navigate = useNavigate();
  useEffect(() => offerSettings(() => void navigate('/profile')), [navigate]);
  return null;
}

/** A page begins at its top; one that somebody comes back to is where the browser left it. */
function useTopOfNewPage(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
}
