import { z } from 'zod';
import {
  feedbackListResponseSchema,
  planGrantSchema,
  planRequestsResponseSchema,
  reportedProblemsResponseSchema,
} from '#core/contracts/admin-letters.ts';
import { pageQuerySchema, searchedPageQuerySchema } from '#core/contracts/admin-users.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import { idSchema } from '#core/contracts/identifier.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { ApiDeps } from '../deps.ts';
import { actorOf } from '../guards.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { feedbackView, planRequestsView, reportedProblemsView } from '../views/admin-letter-views.ts';

const done = { 200: emptyAnswerSchema };
const problemIdSchema = z.strictObject({ problemId: idSchema });
const requestIdSchema = z.strictObject({ requestId: idSchema });

/** What users write to the administrators: reports of problems, requests for plans, feedback. */
export function addAdminLetterRoutes(app: ApiApp, deps: ApiDeps): void {
  addProblems(app, deps);
  addPlanRequests(app, deps);
  addFeedback(app, deps);
}

function addProblems(app: ApiApp, { core }: ApiDeps): void {
  app.get(
    PATHS.adminProblems,
    { schema: { querystring: searchedPageQuerySchema, response: { 200: reportedProblemsResponseSchema } } },
    async (request) => reportedProblemsView(await core.problems.list(request.query)),
  );

  app.delete(PATHS.adminProblemDelete, { schema: { params: problemIdSchema, response: done } }, async (request) => {
    await core.problems.remove(actorOf(request), request.params.problemId);
    return {};
  });
}

function addPlanRequests(app: ApiApp, { core }: ApiDeps): void {
  app.get(
    PATHS.adminPlanRequests,
    { schema: { querystring: pageQuerySchema, response: { 200: planRequestsResponseSchema } } },
    async (request) => planRequestsView(await core.planRequests.open(request.query)),
  );

  app.put(
    PATHS.adminPlanGrant,
    { schema: { params: requestIdSchema, body: planGrantSchema, response: done } },
    async (request) => {
      await core.planRequests.grant(actorOf(request), request.params.requestId, request.body.plan);
      return {};
    },
  );

  app.put(PATHS.adminPlanDecline, { schema: { params: requestIdSchema, response: done } }, async (request) => {
    await core.planRequests.decline(actorOf(request), request.params.requestId);
    return {};
  });
}

function addFeedback(app: ApiApp, { core }: ApiDeps): void {
  app.get(
    PATHS.adminFeedback,
    { schema: { querystring: searchedPageQuerySchema, response: { 200: feedbackListResponseSchema } } },
    async (request) => feedbackView(await core.feedback.list(request.query)),
  );
}
