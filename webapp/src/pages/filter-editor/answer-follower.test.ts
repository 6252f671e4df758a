import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { AnswerFollower, type Pace, type Reply } from './answer-follower.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FOLLOWING: Pace = { gapMs: 150, restMs: 0 };
const RESTING: Pace = { gapMs: 0, restMs: 500 };

/** A server that takes so long for an answer, which repeats the question, and what was asked and told. */
function followerOf(pace: Pace, takesMs: number | ((question: string) => number) = 5) {
  const world = {
    asked: [] as string[],
    told: [] as Reply<string>[],
    underWay: 0,
    most: 0,
    fault: null as Error | null,
  };
  const call = async (question: string, signal: AbortSignal) => {
    const { fault } = world;
    world.asked.push(question);
    world.underWay += 1;
    world.most = Math.max(world.most, world.underWay);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, typeof takesMs === 'number' ? takesMs : takesMs(question));
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    world.underWay -= 1;
    signal.throwIfAborted();
    if (fault) throw fault;
    return `to ${question}`;
  };
  const follower = new AnswerFollower<string>(call, pace, (reply) => world.told.push(reply));
  const type = async (text: string, keyMs: number) => {
    for (let end = 1; end <= text.length; end += 1) {
      follower.follow(text.slice(0, end));
      await vi.advanceTimersByTimeAsync(keyMs);
    }
  };
  const answers = () => world.told.map(({ answer }) => answer);
  return { follower, world, type, answers };
}

describe('a follower of answers', () => {
  it('never asks more than the server answers, however long somebody drags, and is quick again after a rest', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    const starts: number[] = [];
    const drag = async (ms: number) => {
      for (let at = 0; at < ms; at += 50) {
        const before = world.asked.length;
        follower.follow(`${performance.now()}`);
        await vi.advanceTimersByTimeAsync(50);
        if (world.asked.length > before) starts.push(performance.now());
      }
    };
    await drag(5 * 60_000);
    for (const start of starts)
      expect(starts.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(120);
    await vi.advanceTimersByTimeAsync(60_000);
    const before = world.asked.length;
    await drag(3000);
    expect(world.asked.length - before).toBeGreaterThanOrEqual(19);
  });

  it('asks at once, and after each key of somebody who types slower than its pace', async () => {
    const { follower, world, type, answers } = followerOf(FOLLOWING);
    follower.follow('');
    await vi.advanceTimersByTimeAsync(5);
    expect(answers()).toEqual(['to ']);
    await vi.advanceTimersByTimeAsync(1000);
    await type('15000', 160);
    expect(world.asked).toEqual(['', '1', '15', '150', '1500', '15000']);
    expect(answers()).toEqual(world.asked.map((question) => `to ${question}`));
  });

  it('keeps its pace while the question changes with every frame, and ends with the newest', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    for (let step = 0; step < 600; step += 1) {
      follower.follow(String(step));
      await vi.advanceTimersByTimeAsync(16);
    }
    await vi.advanceTimersByTimeAsync(200);
    const seconds = (600 * 16) / 1000;
    expect(world.asked.length).toBeLessThanOrEqual(seconds / 0.15 + 2);
    expect(world.asked.length).toBeGreaterThan(seconds / 0.17);
    expect(world.told.at(-1)).toEqual({ question: '599', answer: 'to 599', isStale: false, isFailed: false });
    expect(world.told.some(({ isStale }) => isStale)).toBe(false);
  });

  it('has one call under way, and the newest question next', async () => {
    const { follower, world, answers } = followerOf(FOLLOWING, 300);
    for (const question of ['a', 'b', 'c', 'd']) {
      follower.follow(question);
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.asked).toEqual(['a', 'd']);
    expect(answers()).toEqual(['to a', 'to d']);
    expect(world.most).toBe(1);
  });

  it('gives a call up that takes too long once another question waits, and never hears of its answer', async () => {
    const { follower, world, answers } = followerOf(FOLLOWING, (question) => (question === 'slow' ? 9000 : 5));
    follower.follow('slow');
    await vi.advanceTimersByTimeAsync(100);
    follower.follow('quick');
    await vi.advanceTimersByTimeAsync(890);
    expect(world.asked).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(9000);
    expect(world.asked).toEqual(['slow', 'quick']);
    expect(answers().filter(Boolean)).toEqual(['to quick']);
  });

  it('asks nothing where nothing is wanted, nor what it knows already', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(200);
    follower.follow(null);
    await vi.advanceTimersByTimeAsync(5000);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.asked).toEqual(['a']);
    expect(world.told).toHaveLength(1);
  });

  it('tells that an answer is late only when it is', async () => {
    const { follower, world } = followerOf(FOLLOWING, (question) => (question === 'slow' ? 900 : 100));
    follower.follow('quick');
    await vi.advanceTimersByTimeAsync(1000);
    follower.follow('slow');
    await vi.advanceTimersByTimeAsync(390);
    expect(world.told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(world.told.at(-1)).toEqual({ question: 'quick', answer: 'to quick', isStale: true, isFailed: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.told.at(-1)).toEqual({ question: 'slow', answer: 'to slow', isStale: false, isFailed: false });
  });

  it('does not call its own pace lateness, but does so with a refusal and a slow server', async () => {
    let takesMs = 5;
    const { follower, world } = followerOf(FOLLOWING, () => takesMs);
    const drag = async (ms: number) => {
      world.told.length = 0;
      for (let at = 0; at < ms; at += 50) {
        follower.follow(`${performance.now()}`);
        await vi.advanceTimersByTimeAsync(50);
      }
      return world.told.some(({ isStale }) => isStale);
    };
    expect(await drag(30_000)).toBe(false);
    takesMs = 600;
    expect(await drag(2000)).toBe(true);
    takesMs = 5;
    await drag(2000);
    world.fault = new ApiError('request.tooMany', 429, { retryAfterS: 10 });
    expect(await drag(2000)).toBe(true);
    expect(world.told.filter(({ isStale }) => isStale)).toHaveLength(1);
    expect(world.told.at(-1)?.isStale).toBe(true);
  });

  it('waits in silence as long as it is told, and then asks the newest', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(1000);
    world.fault = new ApiError('request.tooMany', 429, { retryAfterS: 20 });
    follower.follow('b');
    await vi.advanceTimersByTimeAsync(1000);
    world.fault = null;
    follower.follow('c');
    await vi.advanceTimersByTimeAsync(18_000);
    expect(world.asked).toEqual(['a', 'b']);
    expect(world.told.at(-1)).toEqual({ question: 'a', answer: 'to a', isStale: true, isFailed: false });
    await vi.advanceTimersByTimeAsync(1100);
    expect(world.asked).toEqual(['a', 'b', 'c']);
    expect(world.told.at(-1)).toEqual({ question: 'c', answer: 'to c', isStale: false, isFailed: false });
    expect(world.told.every(({ isFailed }) => !isFailed)).toBe(true);
  });

  it('tells of a failure until an answer comes, and asks again when told to', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    world.fault = new ApiError('unreachable', null);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(1000);
    follower.follow('b');
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.told.map(({ isFailed }) => isFailed)).toEqual([true, true]);
    world.fault = null;
    follower.retry();
    expect(world.told.at(-1)?.isFailed).toBe(false);
    await vi.advanceTimersByTimeAsync(5);
    expect(world.told.at(-1)).toEqual({ question: 'b', answer: 'to b', isStale: false, isFailed: false });
  });

  it('does not ask again what it is asking already', async () => {
    const { follower, world } = followerOf(FOLLOWING, (question) => (question === 'slow' ? 3000 : 5));
    world.fault = new ApiError('unreachable', null);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(1000);
    world.fault = null;
    follower.follow('slow');
    await vi.advanceTimersByTimeAsync(100);
    follower.retry();
    expect(world.told.at(-1)?.isFailed).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.asked).toEqual(['a', 'slow']);
    expect(world.told.at(-1)).toEqual({ question: 'slow', answer: 'to slow', isStale: false, isFailed: false });
  });

  it('can wait for a rest, but not with the first question', async () => {
    const { follower, world, type } = followerOf(RESTING);
    follower.follow('');
    await vi.advanceTimersByTimeAsync(5);
    expect(world.asked).toEqual(['']);
    await type('150000', 400);
    expect(world.asked).toEqual(['']);
    await vi.advanceTimersByTimeAsync(200);
    expect(world.asked).toEqual(['', '150000']);
  });

  it('is silent once it is stopped, and begins anew', async () => {
    const { follower, world } = followerOf(FOLLOWING);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(1);
    follower.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.told).toEqual([]);
    follower.follow('a');
    await vi.advanceTimersByTimeAsync(5);
    expect(world.told.at(-1)?.answer).toBe('to a');
  });
});
