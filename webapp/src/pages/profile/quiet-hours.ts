import type { ErrorCode } from '#core/contracts/error-codes.ts';
import type { SettingsRequest, SettingsResponse } from '#core/contracts/settings.ts';

/** The quiet hours while they are edited. Times are `HH:MM`, empty while they are being typed. */
export interface QuietDraft {
  readonly isOn: boolean;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

type StoredQuiet = Pick<SettingsResponse, 'quietFrom' | 'quietTo' | 'timeZone'>;

const USUAL_FROM = '22:00';
const USUAL_TO = '07:00';

/** What the sheet begins with: the stored hours, or usual ones to be switched on. */
export function quietDraft({ quietFrom, quietTo, timeZone }: StoredQuiet): QuietDraft {
  return { isOn: quietFrom !== null, from: quietFrom ?? USUAL_FROM, to: quietTo ?? USUAL_TO, timeZone };
}

/** What is wrong with the hours, as the server would say it. */
export function quietFault({ isOn, from, to }: QuietDraft): Extract<ErrorCode, `settings.quiet${string}`> | null {
  if (!isOn) return null;
  if (from === '' || to === '') return 'settings.quietIncomplete';
  return from === to ? 'settings.quietEmpty' : null;
}

/** What has to be saved; null when nothing changed. */
export function quietChange(draft: QuietDraft, stored: StoredQuiet): SettingsRequest | null {
  const { timeZone } = draft;
  const [quietFrom, quietTo] = draft.isOn ? [draft.from, draft.to] : [null, null];
  const isSame = quietFrom === stored.quietFrom && quietTo === stored.quietTo && timeZone === stored.timeZone;
  return isSame ? null : { quietFrom, quietTo, timeZone };
}
