import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '#core/contracts/account-rules.ts';
import { countCharacters } from '#core/contracts/characters.ts';

/** As many as the server refuses. */
const COMMON_COUNT = 3000;

export interface Judge {
  /** 0, guessed at once, to 4. @param known what a guesser would try first, like the username. */
  readonly score: (password: string, known: readonly string[]) => number;
  /** Whether it is among those that most people use, so that the server refuses it. */
  readonly isCommon: (password: string) => boolean;
}

export function createJudge(): Judge {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_PASSWORD_CHARACTERS });
  const common = new Set(mostCommon(dictionary['passwords-common']));
  return {
    score: (password, known) => zxcvbn.check(password, known.filter(Boolean)).score,
    isCommon: (password) => common.has(password.toLowerCase()),
  };
}

/** Of those that would be long enough; the dictionary is in the order of frequency. */
function mostCommon(passwords: readonly string[]): string[] {
  const longEnough = passwords.filter((password) => countCharacters(password) >= MIN_PASSWORD_CHARACTERS);
  return longEnough.slice(0, COMMON_COUNT).map((password) => password.toLowerCase());
}
