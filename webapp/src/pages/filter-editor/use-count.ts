import { useTranslation } from 'react-i18next';
import type { PreviewResponse } from '#core/contracts/filter-answers.ts';
import { formatWhole, inSentence } from '#core/i18n/formats.ts';
import { previewFilter } from '../../api/endpoints.ts';
import { joinedParts } from './count-text.ts';
import { criteriaBodyOf, type FilterDraft } from './filter-draft.ts';
import { widenHints } from './set-fields.ts';
import { useLatestAnswer } from './use-latest-answer.ts';
import { useSettled } from './use-settled.ts';

/** Closer than the eye tells apart from at once. */
const PACE = { gapMs: 150, restMs: 0 };
/** From then on a number is more than one on the way to another. */
const SETTLE_MS = 700;

export interface Count {
  /** What matches now and, where that is known, how much of it comes; what is emphasised stands between asterisks. */
  readonly parts: readonly string[];
  /** All of it without emphasis once it stands, to be read out; empty until then. */
  readonly settled: string;
  /** The draft has changed, and the count that follows it may come at any moment. */
  readonly isPending: boolean;
  /** It does not come; what is there does not tell of the draft as it is now. */
  readonly isStale: boolean;
  readonly isFailed: boolean;
  readonly preview: PreviewResponse | null;
  readonly retry: () => void;
}

/**
 * Counts what the draft would find, while it changes. One that is wrong is not counted. Where nothing matches, what to
 * do about it takes the place of how much comes, but not on the way to a larger number.
 */
export function useCount(draft: FilterDraft, isWrong: boolean): Count {
  const { t } = useTranslation('editor');
  const { answer: preview, ...state } = useLatestAnswer(isWrong ? null : criteriaBodyOf(draft), previewFilter, PACE);
  const parts = preview ? [matching(preview), ...weekly(preview)] : [t('count.counting')];
  const advised = preview?.matching === 0 ? [matching(preview), advice()] : parts;
  const words = joinedParts(advised);
  const isOld = state.isStale || state.isFailed || isWrong;
  const isSettled = useSettled(isOld ? '' : words, SETTLE_MS) === words;
  return { ...state, preview, settled: isSettled ? words : '', parts: isSettled ? advised : parts };

  function matching({ matching: count }: PreviewResponse): string {
    return t('count.match', { count, cars: formatWhole(count) });
  }

  function weekly({ perWeek }: PreviewResponse): string[] {
    if (perWeek === null) return [];
    return [perWeek < 1 ? t('count.perWeekRare') : t('count.perWeek', { number: formatWhole(perWeek) })];
  }

  function advice(): string {
    const fields = widenHints(draft).map((label) => inSentence(t(`label.${label}`)));
    return fields.length === 0 ? t('count.emptyMarket') : t('count.widen', { fields: fields.join(', ') });
  }
}
