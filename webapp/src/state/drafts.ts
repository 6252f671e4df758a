import { reportProblem, sendFeedback } from '../api/endpoints.ts';
import { atom } from '../store.ts';
import { sessionAtom } from './auth.ts';

/** The description of a problem that is being written: it is still there after a look at another page. */
export const problemDraftAtom = atom('');

export interface FeedbackDraft {
  /** 1 to 5; null: none is chosen yet. */
  readonly rating: number | null;
  readonly email: string;
  readonly comment: string;
}

const EMPTY_FEEDBACK: FeedbackDraft = { rating: null, email: '', comment: '' };

/** The feedback that is being written. */
export const feedbackDraftAtom = atom(EMPTY_FEEDBACK);

/** Forgets what was not sent: the next person at this screen must not find it. */
export const forgetDraftsAtom = atom(null, (_get, set) => {
  set(problemDraftAtom, '');
  set(feedbackDraftAtom, EMPTY_FEEDBACK);
});

/** Sends the description as it was typed, then forgets it. @throws ApiError when it was refused; it is kept then. */
export const reportProblemAtom = atom(null, async (get, set) => {
  const user = get(sessionAtom).data;
  if (!user) throw new Error('Only who is signed in can report a problem.');
  await reportProblem({
    user_id: user.id,
    telegram_user_id: user.telegram_user_id,
    first_name: user.first_name,
    problem_description: get(problemDraftAtom),
  });
  set(problemDraftAtom, '');
});

/** Sends the feedback, then forgets it. @throws ApiError when it was refused; it is kept then. */
export const sendFeedbackAtom = atom(null, async (get, set) => {
  const { rating, email, comment } = get(feedbackDraftAtom);
  if (rating === null) throw new Error('A rating has to be chosen first.');
  await sendFeedback({ rating, email, comment });
  set(feedbackDraftAtom, EMPTY_FEEDBACK);
});
