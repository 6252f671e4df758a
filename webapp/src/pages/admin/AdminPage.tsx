import '../../styles/admin.css';
import '../../styles/admin-parts.css';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import { useMedia } from '../../components/use-media.ts';
import { useWayBack } from '../../components/use-way-back.ts';
import { hasOwnFrameAtom } from '../../state/frame.ts';
import { useSetAtom } from '../../store.ts';
import { AdminSidebar } from './frame/AdminSidebar.tsx';
import { AdminTopBar } from './frame/AdminTopBar.tsx';

/** From here on the navigation has a column of its own. */
const WIDE = '(width >= 992px)';
const CONTENT_ID = 'content';

interface AdminPageProps {
  readonly title: string;
  /** Beside the title, in small. */
  readonly note?: ReactNode;
  /** At the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the administrators' pages: their own navigation, which stands in for the bar, and the title. */
export function AdminPage({ title, note, aside, children }: AdminPageProps) {
  const { t } = useTranslation('admin');
  const isWide = useMedia(WIDE);
  const heading = useRef<HTMLHeadingElement>(null);
  useOwnFrame();
  useWayBack('/main');
  useArrival(heading);
  return (
    <div className="admin">
      <a className="admin__skip" href={`#${CONTENT_ID}`}>
        {t('frame.skip')}
      </a>
      {isWide ? <AdminSidebar /> : <AdminTopBar />}
      <main className="admin__content" id={CONTENT_ID} tabIndex={-1}>
        <div className="admin__head">
          <h1 className="admin__title" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <div className="admin__note">{note}</div>}
          {aside !== undefined && <div className="admin__aside">{aside}</div>}
        </div>
        {children}
      </main>
    </div>
  );
}

function useOwnFrame(): void {
  const setOwnFrame = useSetAtom(hasOwnFrameAtom);
  useLayoutEffect(() => {
    setOwnFrame(true);
    return () => setOwnFrame(false);
  }, [setOwnFrame]);
}

/** The link that led here went away with the page before it, and the focus with it: who uses keys goes on at the title. */
function useArrival(heading: RefObject<HTMLHeadingElement>): void {
  const type = useNavigationType();
  useEffect(() => {
    if (type === 'PUSH' && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
}
