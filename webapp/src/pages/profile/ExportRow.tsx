import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../components/error-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { Row } from '../../components/Row.tsx';
import { type ExportFile, loadExport } from '../../state/account.ts';
import { launchAtom } from '../../state/launch.ts';
import { useAtomValue } from '../../store.ts';
import { ExportSheet } from './ExportSheet.tsx';
import { RowFault } from './RowFault.tsx';
import { downloadFile } from './save-file.ts';

/**
 * Gives the person all their data. They are fetched and not linked, as a link would not carry Telegram's word for who
 * asks; and inside Telegram they are shown as well, as not every client can save a file. The server gives them once an
 * hour, so that what has come is kept for another look.
 */
export function ExportRow() {
  const { t } = useTranslation(['fault', 'errors', 'account']);
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const [isBusy, setIsBusy] = useState(false);
  const [file, setFile] = useState<ExportFile | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function load() {
    setIsBusy(true);
    setFault(null);
    try {
      const loaded = file ?? (await loadExport());
      setFile(loaded);
      if (isInTelegram) setIsOpen(true);
      else downloadFile(loaded);
    } catch (error) {
      setFault(errorText(error, t));
    }
    setIsBusy(false);
  }

  return (
    <div>
      <Row
        icon="download"
        title={t('account:profile.export.label')}
        after={
          <span className="profile__value" role="status">
            {isBusy && t('account:profile.export.busy')}
            {file && !isInTelegram && !isBusy && (
              <span className="arrived">
                <Icon name="check" /> {t('account:profile.export.saved')}
              </span>
            )}
          </span>
        }
        isDisabled={isBusy}
        onClick={() => void load()}
      />
      <RowFault text={fault} />
      {file && isOpen && <ExportSheet file={file} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
