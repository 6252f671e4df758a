import * as z from 'zod/mini';
import { type AlertsResponse, alertsResponseSchema } from '#core/contracts/alerts.ts';
import {
  type LoginRequest,
  type SignedInResponse,
  type SignupRequest,
  type StatusResponse,
  signedInResponseSchema,
  signoutResponseSchema,
  statusResponseSchema,
} from '#core/contracts/auth.ts';
import { emptyAnswerSchema } from '#core/contracts/empty-answer.ts';
import type { Feedback } from '#core/contracts/feedback.ts';
import type { FilterBody, FilterPreviewBody } from '#core/contracts/filter.ts';
import {
  type FilterCreated,
  type FiltersResponse,
  type FilterUpdated,
  filterCreatedSchema,
  filtersResponseSchema,
  filterUpdatedSchema,
  type HistogramResponse,
  histogramResponseSchema,
  type PreviewResponse,
  previewResponseSchema,
} from '#core/contracts/filter-answers.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import { type PlanRequest, type PlansResponse, plansResponseSchema } from '#core/contracts/plans.ts';
import type { ReportProblem } from '#core/contracts/problem.ts';
import { type ConfigResponse, configResponseSchema } from '#core/contracts/service.ts';
import { type SettingsRequest, type SettingsResponse, settingsResponseSchema } from '#core/contracts/settings.ts';
import {
  type FilterLimitResponse,
  filterLimitResponseSchema,
  type UserResponse,
  userResponseSchema,
} from '#core/contracts/user.ts';
import { launchAtom } from '../state/launch.ts';
import { localeAtom } from '../state/preferences.ts';
import { sessionLost, store } from '../store.ts';
import { createClient } from './client.ts';

const TIMEOUT_MS = 15_000;

/** The one client of the app; every file of calls uses it. */
export const call = createClient({
  fetch: (input, init) => fetch(input, init),
  locale: () => store.get(localeAtom),
  initData: () => store.get(launchAtom)?.initData ?? null,
  isOffline: () => !navigator.onLine,
  onUnauthenticated: sessionLost,
  timeoutMs: TIMEOUT_MS,
});

const read = <Answer>(path: string, answer: z.ZodMiniType<Answer>, signal: AbortSignal) =>
  call('GET', path, { answer, signal });

export function getStatus(signal: AbortSignal): Promise<StatusResponse> {
  return read(PATHS.status, statusResponseSchema, signal);
}

export function logIn(body: LoginRequest, signal: AbortSignal): Promise<SignedInResponse> {
  return call('POST', PATHS.login, { answer: signedInResponseSchema, body, signal });
}

export function signUp(body: SignupRequest, signal: AbortSignal): Promise<SignedInResponse> {
  return call('POST', PATHS.signup, { answer: signedInResponseSchema, body, signal });
}

/** Answers the page where signing out lands. */
export async function signOut(): Promise<string> {
  return (await call('GET', PATHS.signout, { answer: signoutResponseSchema })).redirect;
}

export function getUser(signal: AbortSignal): Promise<UserResponse> {
  return read(PATHS.user, userResponseSchema, signal);
}

export function getConfig(signal: AbortSignal): Promise<ConfigResponse> {
  return read(PATHS.config, configResponseSchema, signal);
}

export function getFilters(signal: AbortSignal): Promise<FiltersResponse> {
  return read(PATHS.filters, filtersResponseSchema, signal);
}

export function getFilterLimit(signal: AbortSignal): Promise<FilterLimitResponse> {
  return read(PATHS.filterLimit, filterLimitResponseSchema, signal);
}

export function createFilter(body: FilterBody): Promise<FilterCreated> {
  return call('POST', PATHS.filterNew, { answer: filterCreatedSchema, body });
}

export function updateFilter(filterId: number, body: FilterBody): Promise<FilterUpdated> {
  return call('PUT', pathWith(PATHS.filterUpdate, { filterId }), { answer: filterUpdatedSchema, body });
}

export async function deleteFilter(filterId: number): Promise<void> {
  await call('DELETE', pathWith(PATHS.filterDelete, { filterId }), { answer: emptyAnswerSchema });
}

export function previewFilter(body: FilterPreviewBody, signal: AbortSignal): Promise<PreviewResponse> {
  return call('POST', PATHS.preview, { answer: previewResponseSchema, body, signal });
}

export function getHistogram(body: FilterPreviewBody, signal: AbortSignal): Promise<HistogramResponse> {
  return call('POST', PATHS.histogram, { answer: histogramResponseSchema, body, signal });
}

export function getSettings(signal: AbortSignal): Promise<SettingsResponse> {
  return read(PATHS.settings, settingsResponseSchema, signal);
}

export function putSettings(body: SettingsRequest): Promise<SettingsResponse> {
  return call('PUT', PATHS.settings, { answer: settingsResponseSchema, body });
}

export async function sendTestAlert(): Promise<void> {
  await call('POST', PATHS.testAlert, { answer: emptyAnswerSchema });
}

export function getAlerts(signal: AbortSignal): Promise<AlertsResponse> {
  return read(PATHS.alerts, alertsResponseSchema, signal);
}

/** Hides an ad from the own alerts, or shows it again. */
export async function setAdHidden(adId: number, isHidden: boolean): Promise<void> {
  await call(isHidden ? 'POST' : 'DELETE', pathWith(PATHS.adHide, { adId }), { answer: emptyAnswerSchema });
}

/** Everything that is stored about the user; goes on to a file as it is, whatever a newer server says more. */
export function getExport(): Promise<Record<string, unknown>> {
  return call('GET', PATHS.userExport, { answer: z.record(z.string(), z.unknown()) });
}

export async function deleteAccount(): Promise<void> {
  await call('DELETE', PATHS.deleteAccount, { answer: emptyAnswerSchema });
}

export async function reportProblem(body: ReportProblem): Promise<void> {
  await call('POST', PATHS.reportProblem, { answer: emptyAnswerSchema, body });
}

export async function sendFeedback(body: Feedback): Promise<void> {
  await call('POST', PATHS.feedback, { answer: emptyAnswerSchema, body });
}

export function getPlans(signal: AbortSignal): Promise<PlansResponse> {
  return read(PATHS.plans, plansResponseSchema, signal);
}

export async function requestPlan(body: PlanRequest): Promise<void> {
  await call('POST', PATHS.planRequest, { answer: emptyAnswerSchema, body });
}
