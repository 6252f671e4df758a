import type { FeedbackItem, OpenPlanRequest, ReportedProblem } from '#core/contracts/admin-letters.ts';
import type { Plan } from '#core/contracts/plans.ts';
import {
  declinePlan,
  deleteReportedProblem,
  getFeedbackList,
  getPlanRequests,
  getReportedProblems,
  grantPlan,
} from '../api/admin-endpoints.ts';
import { ApiError } from '../api/client.ts';
import { atom } from '../store.ts';
import { ADMIN_KEY, refreshAdministration } from './administration.ts';
import { type Page, pagedList } from './paged-list.ts';

const PAGE_SIZE = 20;

const problems = pagedList<ReportedProblem, Page<ReportedProblem>>({
  key: [ADMIN_KEY, 'problems'],
  sizes: [PAGE_SIZE, PAGE_SIZE],
  read: async (page, signal) => {
    const { problems: rows, ...rest } = await getReportedProblems(page, signal);
    return { rows, ...rest };
  },
});
/** What users reported, the newest first. */
export const problemsAtom = problems.pagesAtom;
export const loadMoreProblemsAtom = problems.loadMoreAtom;

const planRequests = pagedList<OpenPlanRequest, Page<OpenPlanRequest>>({
  key: [ADMIN_KEY, 'planRequests'],
  sizes: [5, PAGE_SIZE],
  read: async (page, signal) => {
    const { requests: rows, ...rest } = await getPlanRequests(page, signal);
    return { rows, ...rest };
  },
});
/** What users ask for and nobody has answered yet, the oldest first. */
export const planRequestsAtom = planRequests.pagesAtom;
export const loadMorePlanRequestsAtom = planRequests.loadMoreAtom;

interface FeedbackPage extends Page<FeedbackItem> {
  /** Of all ratings; null when there is none. */
  readonly averageRating: number | null;
}

const feedback = pagedList<FeedbackItem, FeedbackPage>({
  key: [ADMIN_KEY, 'feedback'],
  sizes: [3, PAGE_SIZE],
  read: async (page, signal) => {
    const { feedback: rows, ...rest } = await getFeedbackList(page, signal);
    return { rows, ...rest };
  },
});
/** What users think, the newest first. */
export const feedbackAtom = feedback.pagesAtom;
export const loadMoreFeedbackAtom = feedback.loadMoreAtom;

/**
 * Deletes a report.
 * @throws ApiError when it was not; with `problem.notFound` somebody else did, and it has left the list all the same
 */
export const deleteProblemAtom = atom(null, async (_get, _set, problemId: number): Promise<void> => {
  await settle(deleteReportedProblem(problemId), 'problem.notFound', () => problems.drop(problemId));
});

/** An answer to who asked for a plan: the one that is given, or null for none. */
export interface PlanAnswer {
  readonly request: OpenPlanRequest;
  readonly plan: Plan | null;
}

/**
 * Answers a request for a plan.
 * @throws ApiError when it was not; with `plan.requestNotFound` it had been answered, and has left the list all the same
 */
export const answerPlanRequestAtom = atom(null, async (_get, _set, { request: { id }, plan }: PlanAnswer) => {
  const deed = plan === null ? declinePlan(id) : grantPlan(id, plan);
  await settle(deed, 'plan.requestNotFound', () => planRequests.drop(id));
});

/** Takes what is settled out of its list at once. */
async function settle(deed: Promise<void>, goneCode: string, drop: () => Promise<void>): Promise<void> {
  try {
    await deed;
    await drop();
  } catch (error) {
    if (error instanceof ApiError && error.code === goneCode) await drop();
    throw error;
  } finally {
    refreshAdministration();
  }
}
