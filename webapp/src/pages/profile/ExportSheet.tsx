import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/Sheet.tsx';
import type { ExportFile } from '../../state/account.ts';
import { copyField, downloadFile, shareFile } from './save-file.ts';

interface ExportSheetProps {
  readonly file: ExportFile;
  readonly onClose: () => void;
}

/** The person's data inside Telegram: to be saved where the client can, and to be read and copied everywhere. */
export function ExportSheet({ file, onClose }: ExportSheetProps) {
  const { t } = useTranslation('account');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const id = useId();
  const save = async () => {
    if (!(await shareFile(file))) downloadFile(file);
  };
  const copy = async () => {
    if (field.current) setIsCopied(await copyField(field.current));
  };
  return (
    <Sheet
      title={t('profile.export.title')}
      onClose={onClose}
      footer={
        <div className="export__buttons">
          <button className="button button--quiet" type="button" onClick={() => void copy()}>
            {t('profile.export.copy')}
          </button>
          <button className="button" type="button" onClick={() => void save()}>
            {t('profile.export.save')}
          </button>
        </div>
      }
    >
      <p className="export__text" id={id}>
        {t('profile.export.text')}
      </p>
      <textarea
        className="export__field"
        ref={field}
        aria-label={t('profile.export.field')}
        aria-describedby={id}
        readOnly
        rows={12}
        value={file.text}
      />
      <p className="export__told" role="status">
        {isCopied === true && t('profile.export.copied')}
        {isCopied === false && t('profile.export.notCopied')}
      </p>
    </Sheet>
  );
}
