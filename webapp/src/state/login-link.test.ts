import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkStateResponse } from '#core/contracts/login-link.ts';
import { ApiError } from '../api/client.ts';
import { awaitConfirmation, keepLink, keptLink, pauseWhileSeen } from './login-link.ts';

const ANNA = { id: 1, telegram_user_id: 5001, first_name: 'Anna' };
const AWAY = new ApiError('unreachable', null);

/** Waits for a log-in whose server gives these answers, one a look; notes what was told and how long it paused. */
function waitFor(answers: readonly (LinkStateResponse | Error)[], { signal } = new AbortController()) {
  const told: (string | null)[] = [];
  const pauses: number[] = [];
  const left = [...answers];
  const result = awaitConfirmation(
    'link',
    {
      readState: async () => {
        const answer = left.shift();
        if (answer === undefined) throw new Error('Nobody should look any more.');
        if (answer instanceof Error) throw answer;
        return answer;
      },
      pause: async (ms) => void pauses.push(ms),
      onTrouble: (error) => told.push(error?.code ?? null),
    },
    signal,
  );
  return { result, told, pauses };
}

describe('awaitConfirmation', () => {
  it('looks every two seconds until it is confirmed', async () => {
    const { result, pauses } = waitFor([
      { state: 'pending' },
      { state: 'pending' },
      { state: 'confirmed', user: ANNA },
    ]);
    expect(await result).toEqual(ANNA);
    expect(pauses).toEqual([2000, 2000]);
  });

  it.each([
    ['expired', { state: 'expired' }],
    ['that the server does not know', new ApiError('link.notFound', 404)],
  ] as const)('ends with a log-in %s', async (_, answer) => {
    expect(await waitFor([{ state: 'pending' }, answer]).result).toBeNull();
  });

  it('passes over one failure, tells the next, and takes it back', async () => {
    const once = waitFor([AWAY, { state: 'pending' }, AWAY, { state: 'expired' }]);
    await once.result;
    expect(once.told).toEqual([null]);
    const twice = waitFor([AWAY, AWAY, { state: 'pending' }, { state: 'confirmed', user: ANNA }]);
    expect(await twice.result).toEqual(ANNA);
    expect(twice.told).toEqual(['unreachable', null]);
  });

  it('asks no sooner than the server wants', async () => {
    const tooMany = new ApiError('request.tooMany', 429, { retryAfterS: 17 });
    const { result, pauses } = waitFor([tooMany, { state: 'expired' }]);
    await result;
    expect(pauses).toEqual([17_000]);
  });

  it('stops when nobody waits any longer', async () => {
    const controller = new AbortController();
    const { result } = waitFor([{ state: 'pending' }], controller);
    controller.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('pauseWhileSeen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A document that somebody looks at, or not. */
  function pageThatIs(hidden: boolean) {
    const page = Object.assign(new EventTarget(), { hidden });
    const turn = (isHidden: boolean) => {
      page.hidden = isHidden;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    return { page: page as unknown as Document, turn };
  }

  function startPause(page: Document, controller = new AbortController()) {
    let isOver = false;
    void pauseWhileSeen(page, 2000, controller.signal).then(() => {
      isOver = true;
    });
    return { isOver: () => isOver, abort: () => controller.abort() };
  }

  it('lasts as long as it is told', async () => {
    const pause = startPause(pageThatIs(false).page);
    await vi.advanceTimersByTimeAsync(1999);
    expect(pause.isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(pause.isOver()).toBe(true);
  });

  it.each([true, false])(
    'goes on while nobody looks, and ends when somebody comes back (hidden first: %s)',
    async (hidden) => {
      const { page, turn } = pageThatIs(hidden);
      const pause = startPause(page);
      if (!hidden) turn(true);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(pause.isOver()).toBe(false);
      turn(false);
      await vi.advanceTimersByTimeAsync(0);
      expect(pause.isOver()).toBe(true);
    },
  );

  it('ends when nobody waits any longer, also when that was so before', async () => {
    const pause = startPause(pageThatIs(true).page);
    pause.abort();
    const controller = new AbortController();
    controller.abort();
    const late = startPause(pageThatIs(true).page, controller);
    await vi.advanceTimersByTimeAsync(0);
    expect([pause.isOver(), late.isOver()]).toEqual([true, true]);
  });
});

describe('the log-in of this tab', () => {
  const LINK = {
    id: 'a',
    deepLink: 'https://t.me/vanags_bot?start=login_x',
    matchCode: '47',
    expiresAt: '2026-07-01T12:05:00Z',
  };
  const NOON = Date.parse('2026-07-01T12:00:00Z');

  beforeEach(() => {
    const values = new Map<string, string>();
    vi.stubGlobal('window', {
      sessionStorage: {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      },
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is kept until it expires or is forgotten', () => {
    expect(keptLink(NOON)).toBeNull();
    keepLink(LINK);
    expect(keptLink(NOON)).toEqual(LINK);
    expect(keptLink(NOON + 5 * 60_000)).toBeNull();
    keepLink(null);
    expect(keptLink(NOON)).toBeNull();
  });
});
