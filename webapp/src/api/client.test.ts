import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, type ClientOptions, createClient } from './client.ts';

const anything = { answer: z.unknown() };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client in front of a server that answers as it is told. */
function clientOf(answer: (init: RequestInit) => Promise<Response> | Response, options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const call = createClient({
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return answer(init);
    },
    locale: () => 'ru',
    initData: () => null,
    isOffline: () => false,
    onUnauthenticated: () => {},
    timeoutMs: 5000,
    ...options,
  });
  return { call, sent };
}

/** A server that never answers, as `fetch` sees it. */
function silence({ signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('createClient', () => {
  it('sends JSON in the language of the page and reads JSON', async () => {
    const { call, sent } = clientOf(() => Response.json({ active: 1 }));
    expect(await call('PUT', '/filters/update/7', { ...anything, body: { filters: {} } })).toEqual({ active: 1 });
    expect(sent[0]?.url).toBe('/filters/update/7');
    expect(sent[0]?.init.body).toBe('{"filters":{}}');
    expect(sent[0]?.init.headers).toMatchObject({ 'accept-language': 'ru', 'content-type': 'application/json' });
  });

  it('carries the launch string inside Telegram, and no content type without a body', async () => {
    const { call, sent } = clientOf(() => Response.json({}), { initData: () => 'user=1&hash=2' });
    await call('GET', '/filters/get/filters', anything);
    expect(sent[0]?.init.headers).toMatchObject({ authorization: 'tma user=1&hash=2' });
    expect(sent[0]?.init.headers).not.toHaveProperty('content-type');
  });

  it('tells a refusal by its code, with its words and details', async () => {
    const refusal = {
      code: 'filter.limitReached',
      message: 'Limits sasniegts.',
      title: 'Filtru nevar ieslēgt',
      active: 0,
    };
    const { call } = clientOf(() => Response.json(refusal, { status: 400 }));
    const error = await errorOf(call('PUT', '/filters/update/7', { ...anything, body: {} }));
    expect(error).toMatchObject({ code: 'filter.limitReached', message: 'Limits sasniegts.', status: 400 });
    expect(error.details.active).toBe(0);
    expect(error.isTemporary).toBe(false);
  });

  it('takes an answer that is no JSON for a fault of the service', async () => {
    for (const status of [200, 502]) {
      const { call } = clientOf(() => new Response('<h1>Bad gateway</h1>', { status }));
      expect(await errorOf(call('GET', '/x', anything))).toMatchObject({
        code: 'service.internal',
        status,
        message: '',
      });
    }
  });

  it('tells offline from out of reach', async () => {
    const broken = () => Promise.reject(new TypeError('Failed to fetch'));
    const offline = await errorOf(clientOf(broken, { isOffline: () => true }).call('GET', '/x', anything));
    const unreachable = await errorOf(clientOf(broken).call('GET', '/x', anything));
    expect([offline.code, offline.isTemporary]).toEqual(['offline', false]);
    expect([unreachable.code, unreachable.isTemporary]).toEqual(['unreachable', true]);
  });

  it('gives up after a while', async () => {
    const error = await errorOf(clientOf(silence, { timeoutMs: 1 }).call('GET', '/x', anything));
    expect([error.code, error.isTemporary]).toEqual(['timeout', true]);
  });

  it('stops when the caller no longer wants the answer', async () => {
    const controller = new AbortController();
    const pending = clientOf(silence).call('GET', '/x', { ...anything, signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('drops what the answer may not say and refuses one that lacks what was agreed on', async () => {
    const answer = z.object({ active: z.literal([0, 1]) });
    const { call } = clientOf(() => Response.json({ active: 1, newer: true }));
    expect(await call('GET', '/x', { answer })).toEqual({ active: 1 });
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { call: broken } = clientOf(() => Response.json({ active: 'yes' }));
    expect(await errorOf(broken('GET', '/x', { answer }))).toMatchObject({ code: 'service.internal', status: 200 });
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  it.each([
    ['auth.sessionExpired', 1],
    ['auth.unauthenticated', 1],
    ['auth.initDataExpired', 1],
    ['auth.invalidCredentials', 0],
    ['auth.wrongPassword', 0],
    ['auth.loginFailed', 0],
  ])('tells when the server no longer knows who calls: %s, %i times', async (code, times) => {
    const onUnauthenticated = vi.fn();
    const { call } = clientOf(() => Response.json({ code, message: '' }, { status: 401 }), { onUnauthenticated });
    expect(await errorOf(call('GET', '/filters/get/filters', anything))).toMatchObject({ code, status: 401 });
    expect(onUnauthenticated).toHaveBeenCalledTimes(times);
  });

  it('takes a 401 that is not ours for the end of the session, too', async () => {
    const onUnauthenticated = vi.fn();
    const { call } = clientOf(() => new Response('<h1>Unauthorized</h1>', { status: 401 }), { onUnauthenticated });
    await errorOf(call('GET', '/x', anything));
    expect(onUnauthenticated).toHaveBeenCalledOnce();
  });

  it('tells when to ask again, where the server says so', async () => {
    const refusal = { code: 'auth.tooManyAttempts', message: '' };
    for (const [header, retryAfterS] of [
      [{ 'retry-after': '840' }, 840],
      [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
      [{}, null],
    ] as const) {
      const { call } = clientOf(() => Response.json(refusal, { status: 429, headers: header }));
      expect((await errorOf(call('POST', '/x', anything))).retryAfterS).toBe(retryAfterS);
    }
  });
});
