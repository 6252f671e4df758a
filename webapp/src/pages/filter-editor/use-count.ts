import { useTranslation } from 'react-i18next';
import type { PreviewResponse } from '#core/contracts/filter-answers.ts';
import { formatWhole, inSentence } from '#core/i18n/formats.ts';
import { previewFilter } from '../../api/endpoints.ts';
import { criteriaBodyOf, type FilterDraft } from './filter-draft.ts';
import { widenHints } from './set-fields.ts';
import { useLatestAnswer } from './use-latest-answer.ts';

const SEPARATOR = ' · ';

export interface Count {
  /** What matches now, in words; what is emphasised stands between asterisks. */
  readonly text: string;
  /** What to do when nothing matches. */
  readonly hint: string | null;
  /** The text does not tell of the draft as it is now. */
  readonly isStale: boolean;
  readonly isFailed: boolean;
  readonly preview: PreviewResponse | null;
  readonly retry: () => void;
}

/** Counts what the draft would find. One that is wrong is not counted. */
export function useCount(draft: FilterDraft, isWrong: boolean): Count {
  const { t } = useTranslation('editor');
  const { answer: preview, ...state } = useLatestAnswer(isWrong ? null : criteriaBodyOf(draft), previewFilter);
  if (!preview) return { ...state, preview, text: t('count.counting'), hint: null };
  const matching = t('count.match', { count: preview.matching, cars: formatWhole(preview.matching) });
  const isNone = preview.matching === 0 && !state.isStale;
  const text = [matching, ...weekly(preview.perWeek)].join(SEPARATOR);
  return { ...state, preview, text, hint: isNone ? hint() : null };

  function weekly(perWeek: number): string[] {
    if (perWeek === 0) return [];
    return [perWeek < 1 ? t('count.perWeekRare') : t('count.perWeek', { number: formatWhole(perWeek) })];
  }

  function hint(): string {
    const fields = widenHints(draft).map((label) => inSentence(t(`label.${label}`)));
    return fields.length === 0 ? t('count.emptyMarket') : t('count.widen', { fields: fields.join(', ') });
  }
}
