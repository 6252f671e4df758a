import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline/promises';

/** Whether who sits at the terminal sees the questions and can answer them. */
export const isAttended = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** A yes-or-no question; null where the input ends without an answer, or nobody would see the question. */
export async function ask(question: string): Promise<boolean | null> {
  if (process.stdin.isTTY && !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While it is asked the terminal hands Ctrl-C over as a key: it means the same as at any other moment.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await Promise.race([answerTo(terminal, question), once(terminal, 'close').then(() => null)]);
    if (answer === null) process.stderr.write('\n');
    return answer === null ? null : /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** null where the input was ended instead, by Ctrl-D. */
async function answerTo(terminal: Interface, question: string): Promise<string | null> {
  try {
    return await terminal.question(question);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    throw error;
  }
}
