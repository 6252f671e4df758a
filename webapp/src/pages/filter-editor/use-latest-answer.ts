import { useEffect, useState } from 'react';
import { AnswerFollower, NO_REPLY, type Pace, type Reply } from './answer-follower.ts';

export interface LatestAnswer<Answer> {
  /** The last one that came; null before the first. */
  readonly answer: Answer | null;
  /** The answer is to an earlier question; the one to this may come at any moment. */
  readonly isPending: boolean;
  /** It is being waited for so long that the answer there is cannot stand for it. */
  readonly isStale: boolean;
  /** The last call brought none. */
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/**
 * Asks the server anew whenever the question changes.
 * @param question null: there is nothing to ask.
 * @param call the same function each time.
 * @param pace the same each time.
 */
export function useLatestAnswer<Question, Answer>(
  question: Question | null,
  call: (question: Question, signal: AbortSignal) => Promise<Answer>,
  pace: Pace,
): LatestAnswer<Answer> {
  const asked = question && JSON.stringify(question);
  const [reply, setReply] = useState<Reply<Answer>>(NO_REPLY);
  const [follower] = useState(
    () => new AnswerFollower<Answer>((text, signal) => call(JSON.parse(text) as Question, signal), pace, setReply),
  );
  useEffect(() => follower.follow(asked), [follower, asked]);
  // Last, so that a page that comes back after it was left begins anew.
  useEffect(() => () => follower.stop(), [follower]);
  const { answer, isStale, isFailed } = reply;
  return { answer, isStale, isFailed, isPending: reply.question !== asked, retry: () => follower.retry() };
}
