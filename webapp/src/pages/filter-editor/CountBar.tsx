import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { Emphasised } from './Emphasised.tsx';
import { SampleSheet } from './SampleSheet.tsx';
import type { Count } from './use-count.ts';

interface CountBarProps {
  readonly count: Count;
  /** What is wrong with the draft, so that it cannot be counted. */
  readonly fault: string | null;
}

/** How many cars the draft finds, always in sight; a tap shows the newest of them. */
export function CountBar({ count, fault }: CountBarProps) {
  const { t } = useTranslation(['editor', 'webapp']);
  const [isOpen, setIsOpen] = useState(false);
  const { preview, isFailed, isStale, retry } = count;
  const isShowable = preview !== null && preview.sample.length > 0 && fault === null && !isFailed;
  return (
    <div className="count-bar">
      <div className="count-bar__text" aria-live="polite" data-stale={isStale && fault === null && preview !== null}>
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
          {t('editor:count.show')}
          <Icon name="up" />
        </button>
      )}
      {isOpen && preview && <SampleSheet preview={preview} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function CountText({ count, fault }: CountBarProps) {
  const { t } = useTranslation('editor');
  if (fault !== null) return <p className="count-bar__fault">{fault}</p>;
  if (count.isFailed) return <p>{t('count.failed')}</p>;
  return (
    <>
      <p>
        <Emphasised text={count.text} />
      </p>
      {count.hint !== null && <p className="count-bar__hint">{count.hint}</p>}
    </>
  );
}
