import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsRequest, SettingsResponse } from '#core/contracts/settings.ts';
import { errorText } from '../../components/error-text.ts';
import { saveSettingsAtom } from '../../state/settings.ts';
import { useSetAtom } from '../../store.ts';
import { feelRefusal } from '../../telegram/native.ts';

/** Saves a setting that acts at once; when it was not saved, says why. */
export function useSetting() {
  const { t } = useTranslation(['fault', 'errors']);
  const saveSettings = useSetAtom(saveSettingsAtom);
  const [fault, setFault] = useState<string | null>(null);

  /** @returns the settings as they are stored; null when the change was not. */
  async function change(request: SettingsRequest): Promise<SettingsResponse | null> {
    setFault(null);
    try {
      return await saveSettings(request);
    } catch (error) {
      feelRefusal();
      setFault(errorText(error, t));
      return null;
    }
  }

  return { fault, change };
}
