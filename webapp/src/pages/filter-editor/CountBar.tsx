import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { CountWords } from './CountWords.tsx';
import { SampleSheet } from './SampleSheet.tsx';
import type { Count } from './use-count.ts';

interface CountBarProps {
  readonly count: Count;
  /** What is wrong with the draft, so that it cannot be counted. */
  readonly fault: string | null;
}

/** How many cars the draft finds, always in sight; a tap shows the newest of them. */
export function CountBar({ count, ...given }: CountBarProps) {
  const { t } = useTranslation(['editor', 'webapp']);
  const [isOpen, setIsOpen] = useState(false);
  const { preview, isFailed, isStale, retry } = count;
  const fault = useHeld(given.fault, count.isPending && !isStale);
  const isShowable = preview !== null && preview.sample.length > 0 && fault === null && !isFailed;
  return (
    <div className="count-bar">
      <div className="count-bar__text" data-stale={isStale && fault === null && preview !== null}>
        <CountText count={count} fault={fault} />
      </div>
      {isFailed && fault === null && (
        <button className="text-button count-bar__action" type="button" onClick={retry}>
          {t('webapp:retry')}
        </button>
      )}
      {isShowable && (
        <button
          className="text-button count-bar__action"
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <span className="count-bar__show">{t('editor:count.show')}</span>
          <Icon name="up" />
        </button>
      )}
      {isOpen && preview && <SampleSheet preview={preview} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** What was wrong stays until the count of what is right has come: a number from before must not show in between. */
function useHeld(fault: string | null, isPending: boolean): string | null {
  const [last, setLast] = useState(fault);
  const held = fault ?? (isPending ? last : null);
  useEffect(() => setLast(held), [held]);
  return held;
}

/** The numbers are seen as they follow the draft, and read out when they stand. */
function CountText({ count, fault }: CountBarProps) {
  const { t } = useTranslation('editor');
  const trouble = fault ?? (count.isFailed ? t('count.failed') : null);
  return (
    <>
      <p
        className={trouble === null ? 'visually-hidden' : 'count-bar__trouble'}
        data-fault={fault !== null}
        role="status"
      >
        {trouble ?? count.settled}
      </p>
      {trouble === null && <CountWords parts={count.parts} />}
    </>
  );
}
