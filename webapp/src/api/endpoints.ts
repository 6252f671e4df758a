import type { LoginRequest, SignedInResponse, SignupRequest, StatusResponse } from '#core/contracts/auth.ts';
import type { FilterBody, FiltersResponse, FilterUpdated } from '#core/contracts/filter.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import type { ConfigResponse } from '#core/contracts/service.ts';
import type { FilterLimitResponse, UserResponse } from '#core/contracts/user.ts';
import { launchAtom } from '../state/launch.ts';
import { localeAtom } from '../state/preferences.ts';
import { store } from '../store.ts';
import { createClient } from './client.ts';

const TIMEOUT_MS = 15_000;

const call = createClient({
  fetch: (input, init) => fetch(input, init),
  locale: () => store.get(localeAtom),
  initData: () => store.get(launchAtom)?.initData ?? null,
  isOffline: () => !navigator.onLine,
  timeoutMs: TIMEOUT_MS,
});

export function getStatus(signal: AbortSignal): Promise<StatusResponse> {
  return call('GET', PATHS.status, { signal });
}

export function logIn(body: LoginRequest, signal: AbortSignal): Promise<SignedInResponse> {
  return call('POST', PATHS.login, { body, signal });
}

export function signUp(body: SignupRequest, signal: AbortSignal): Promise<SignedInResponse> {
  return call('POST', PATHS.signup, { body, signal });
}

export function getUser(signal: AbortSignal): Promise<UserResponse> {
  return call('GET', PATHS.user, { signal });
}

export function getConfig(signal: AbortSignal): Promise<ConfigResponse> {
  return call('GET', PATHS.config, { signal });
}

export function getFilters(signal: AbortSignal): Promise<FiltersResponse> {
  return call('GET', PATHS.filters, { signal });
}

export function getFilterLimit(signal: AbortSignal): Promise<FilterLimitResponse> {
  return call('GET', PATHS.filterLimit, { signal });
}

export function updateFilter(filterId: number, body: FilterBody): Promise<FilterUpdated> {
  return call('PUT', pathWith(PATHS.filterUpdate, { filterId }), { body });
}
