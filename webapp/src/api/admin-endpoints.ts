import { type FiguresResponse, figuresResponseSchema } from '#core/contracts/admin-figures.ts';
import {
  type FeedbackListResponse,
  feedbackListResponseSchema,
  type PlanGrant,
  type PlanRequestsResponse,
  planRequestsResponseSchema,
  type ReportedProblemsResponse,
  reportedProblemsResponseSchema,
} from '#core/contracts/admin-letters.ts';
import { type UserSort, type UsersResponse, usersResponseSchema } from '#core/contracts/admin-users.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import type { Plan } from '#core/contracts/plans.ts';
import type { Role } from '#core/contracts/user.ts';
import { adminCall as call } from './admin-call.ts';

/** Which page of a list: after the cursor of the one before; null: the first. */
export interface ListPage {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface UsersQuery extends ListPage {
  readonly search: string;
  readonly role: Role | null;
  readonly sort: UserSort;
}

/** A change of a role by an administrator. */
export type RoleDeed = 'promoteBasic' | 'promoteAdvanced' | 'demoteBasic' | 'demoteUser';

const DEED_PATHS: Readonly<Record<RoleDeed, string>> = {
  promoteBasic: PATHS.adminPromoteBasic,
  promoteAdvanced: PATHS.adminPromoteAdvanced,
  demoteBasic: PATHS.adminDemoteBasic,
  demoteUser: PATHS.adminDemoteUser,
};

export function getFigures(signal: AbortSignal): Promise<FiguresResponse> {
  return call('GET', PATHS.adminFigures, { answer: figuresResponseSchema, signal });
}

export function getUsers(query: UsersQuery, signal: AbortSignal): Promise<UsersResponse> {
  return call('GET', withQuery(PATHS.adminUsers, query), { answer: usersResponseSchema, signal });
}

export async function changeRole(userId: number, deed: RoleDeed): Promise<void> {
  await call('PUT', pathWith(DEED_PATHS[deed], { userId }), { answer: emptyAnswerSchema });
}

export async function deleteUser(userId: number): Promise<void> {
  await call('DELETE', pathWith(PATHS.adminUserDelete, { userId }), { answer: emptyAnswerSchema });
}

export function getReportedProblems(page: ListPage, signal: AbortSignal): Promise<ReportedProblemsResponse> {
  return call('GET', withQuery(PATHS.adminProblems, page), { answer: reportedProblemsResponseSchema, signal });
}

export async function deleteReportedProblem(problemId: number): Promise<void> {
  await call('DELETE', pathWith(PATHS.adminProblemDelete, { problemId }), { answer: emptyAnswerSchema });
}

export function getPlanRequests(page: ListPage, signal: AbortSignal): Promise<PlanRequestsResponse> {
  return call('GET', withQuery(PATHS.adminPlanRequests, page), { answer: planRequestsResponseSchema, signal });
}

/** Gives a plan, which need not be the one that was asked for. */
export async function grantPlan(requestId: number, plan: Plan): Promise<void> {
  const body: PlanGrant = { plan };
  await call('PUT', pathWith(PATHS.adminPlanGrant, { requestId }), { answer: emptyAnswerSchema, body });
}

export async function declinePlan(requestId: number): Promise<void> {
  await call('PUT', pathWith(PATHS.adminPlanDecline, { requestId }), { answer: emptyAnswerSchema });
}

export function getFeedbackList(page: ListPage, signal: AbortSignal): Promise<FeedbackListResponse> {
  return call('GET', withQuery(PATHS.adminFeedback, page), { answer: feedbackListResponseSchema, signal });
}

/** Leaves out what is not set. */
function withQuery(path: string, query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== null && value !== '');
  return `${path}?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
}
