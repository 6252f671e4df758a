import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feelSuccess } from '../../telegram/native.ts';

/** Copies a link, to be opened somewhere else; where that is not allowed, shows it to be copied by hand. */
export function CopyLink({ link }: { readonly link: string }) {
  const { t } = useTranslation('account');
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      feelSuccess();
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  }
  return (
    <div className="copy-link">
      <button className="button button--quiet" type="button" onClick={() => void copy()}>
        {t('profile.messaging.copy')}
      </button>
      <p className="copy-link__told" role="status">
        {isCopied === true && t('profile.messaging.copied')}
        {isCopied === false && t('profile.messaging.notCopied', { link })}
      </p>
    </div>
  );
}
