import { createContext } from 'react';

/** How many cars match, in words, for what covers the bar at the bottom; null while there is nothing to say. */
export const CountTextContext = createContext<string | null>(null);
