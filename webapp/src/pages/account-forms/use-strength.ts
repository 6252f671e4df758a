import { useEffect, useState } from 'react';
import { useIsShown } from '../../components/use-is-shown.ts';
import { newPasswordFaults } from './new-password.ts';
import { loadedJudge, loadJudge } from './password-judge.ts';
import { type Strength, strengthOf } from './strength.ts';

/** Somebody who is still typing is not told how strong each beginning is. */
const PATIENCE_MS = 250;

interface Verdict extends Strength {
  /** What was judged; the next letter makes it another password. */
  readonly password: string;
  /** It is among those that most people use. */
  readonly isCommon: boolean;
}

/**
 * What is known of a new password: null while it is empty, or nothing can tell.
 * @param known what a guesser would try first, like the username.
 */
export function useStrength(password: string, known: readonly string[]) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [isReady, setIsReady] = useState(loadedJudge() !== null);
  const isShown = useIsShown();
  const knownText = known.join('\n');
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => setVerdict(judged(password, knownText.split('\n'))), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [password, knownText, isReady]);
  const wake = () => {
    loadJudge().then(
      () => isShown.current && setIsReady(true),
      // The field does its work without; the server looks again.
      (error) => console.warn('The strength of passwords cannot be told.', error),
    );
  };
  return { verdict, wake };
}

function judged(password: string, known: readonly string[]): Verdict | null {
  const judge = loadedJudge();
  if (judge === null || password === '') return null;
  const fault = newPasswordFaults({ password, confirmPassword: password }).password;
  return {
    ...strengthOf(judge.score(password, known), fault === undefined),
    password,
    isCommon: fault === 'user.passwordCommon',
  };
}
