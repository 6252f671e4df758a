import { useEffect, useState } from 'react';

/** So long a person has to stop changing things before the server is asked. */
const WAIT_MS = 300;

export interface LatestAnswer<Answer> {
  /** The last one that came; null before the first. */
  readonly answer: Answer | null;
  /** The answer is to an earlier question. */
  readonly isStale: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

interface Reply<Answer> {
  /** The question it belongs to, as JSON. */
  readonly question: string | null;
  readonly answer: Answer | null;
  readonly isFailed: boolean;
}

/**
 * Asks the server anew whenever the question changes, and takes the question before back.
 * @param question null: there is nothing to ask.
 * @param call the same function each time.
 */
export function useLatestAnswer<Question, Answer>(
  question: Question | null,
  call: (question: Question, signal: AbortSignal) => Promise<Answer>,
): LatestAnswer<Answer> {
  const asked = question && JSON.stringify(question);
  const [reply, setReply] = useState<Reply<Answer>>({ question: null, answer: null, isFailed: false });
  const [tries, setTries] = useState(0);
  // Another try asks the same question.
  useEffect(() => {
    if (asked === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const [answer] = await Promise.allSettled([call(JSON.parse(asked) as Question, signal)]);
      if (signal.aborted) return;
      if (answer.status === 'rejected') console.warn('The market was not counted.', answer.reason);
      setReply((before) =>
        answer.status === 'fulfilled'
          ? { question: asked, answer: answer.value, isFailed: false }
          : { question: asked, answer: before.answer, isFailed: true },
      );
    };
    const timer = setTimeout(() => void ask(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, tries, call]);
  const isStale = reply.question !== asked;
  const retry = () => {
    setReply(({ answer }) => ({ question: null, answer, isFailed: false }));
    setTries((before) => before + 1);
  };
  return { answer: reply.answer, isStale, isFailed: reply.isFailed && !isStale, retry };
}
