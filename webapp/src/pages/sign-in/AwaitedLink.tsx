import { useTranslation } from 'react-i18next';
import type { LinkResponse } from '#core/contracts/login-link.ts';
import { formatClock } from '#core/i18n/formats.ts';
import { OutsideLink } from '../../components/OutsideLink.tsx';
import { QrCode } from '../account-forms/QrCode.tsx';
import { useCanScan } from '../account-forms/use-can-scan.ts';

interface AwaitedLinkProps {
  /** Null while it is on its way; its place is kept. */
  readonly link: LinkResponse | null;
}

/** The way into the chat, and the number that has to stand there, too. */
export function AwaitedLink({ link }: AwaitedLinkProps) {
  return useCanScan() ? <ByCamera link={link} /> : <OnThisPhone link={link} />;
}

function ByCamera({ link }: AwaitedLinkProps) {
  const { t } = useTranslation('signin');
  return (
    <div className="link-panel__scan">
      {link ? (
        <QrCode text={link.deepLink} title={t('link.qr')} />
      ) : (
        <span className="outline link-panel__qr" aria-hidden="true" />
      )}
      <div className="link-panel__words">
        <ol className="link-panel__steps">
          <li>{t('link.scan')}</li>
          <li>{t('link.compare')}</li>
          <li>{t('link.confirm')}</li>
        </ol>
        <MatchCode link={link} />
        {link && (
          <OutsideLink className="sign-in__link" href={link.deepLink}>
            {t('link.openHere')}
          </OutsideLink>
        )}
      </div>
    </div>
  );
}

function OnThisPhone({ link }: AwaitedLinkProps) {
  const { t } = useTranslation('signin');
  return (
    <>
      {link ? (
        <OutsideLink className="button button--wide" href={link.deepLink}>
          {t('link.open')}
        </OutsideLink>
      ) : (
        <button className="button button--wide" type="button" disabled>
          {t('link.open')}
        </button>
      )}
      <MatchCode link={link} />
    </>
  );
}

function MatchCode({ link }: AwaitedLinkProps) {
  const { t } = useTranslation('signin');
  return (
    <p className="link-panel__match">
      <b className="link-panel__code">{link ? link.matchCode : <span className="outline link-panel__no-code" />}</b>
      <span>
        {t('link.inChat')}
        {/* A time that stands still: one that ticked would be read out again and again. */}
        <span className="link-panel__until">{link && t('link.until', { time: localClock(link.expiresAt) })}</span>
      </span>
    </p>
  );
}

function localClock(at: string): string {
  return formatClock(new Date(at), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
