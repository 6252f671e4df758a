import { createContext } from 'react';

const SEPARATOR = ' · ';

/** How many cars match, for what covers the bar at the bottom. */
export interface CountText {
  /** In words, as they are now; what is emphasised stands between asterisks. */
  readonly parts: readonly string[];
  /** The same once it stands, to be read out; empty until then. */
  readonly settled: string;
}

/** null while there is nothing to say. */
export const CountTextContext = createContext<CountText | null>(null);

/** The parts as one text without emphasis. */
export function joinedParts(parts: readonly string[]): string {
  return parts.join(SEPARATOR).replaceAll('*', '');
}
