import type {
  FeedbackListResponse,
  PlanRequestsResponse,
  ReportedProblemsResponse,
} from '#core/contracts/admin-letters.ts';
import type { FeedbackService } from '#core/feedback/feedback-service.ts';
import type { PlanRequests } from '#core/plans/plan-requests.ts';
import type { ProblemService } from '#core/problems/problem-service.ts';

type ProblemPage = Awaited<ReturnType<ProblemService['list']>>;
type PlanRequestPage = Awaited<ReturnType<PlanRequests['open']>>;
type FeedbackPage = Awaited<ReturnType<FeedbackService['list']>>;

/** A page of reports, as administrators read them. */
export function reportedProblemsView({ problems, ...page }: ProblemPage): ReportedProblemsResponse {
  return {
    problems: problems.map(({ id, firstName, text, createdAt }) => ({
      id,
      first_name: firstName,
      problem_description: text,
      created_at: createdAt.toISOString(),
    })),
    ...page,
  };
}

/** A page of what users ask for and nobody has answered. */
export function planRequestsView({ requests, ...page }: PlanRequestPage): PlanRequestsResponse {
  return {
    requests: requests.map(({ id, plan, createdAt, user }) => ({
      id,
      plan,
      createdAt: createdAt.toISOString(),
      user: { id: user.id, telegram_user_id: user.telegramId, first_name: user.firstName, role: user.role },
    })),
    ...page,
  };
}

/** A page of opinions, as administrators read them. */
export function feedbackView({ feedback, ...page }: FeedbackPage): FeedbackListResponse {
  return {
    feedback: feedback.map(({ id, firstName, rating, email, comment, createdAt }) => ({
      id,
      first_name: firstName,
      rating,
      email,
      comment,
      createdAt: createdAt.toISOString(),
    })),
    ...page,
  };
}
