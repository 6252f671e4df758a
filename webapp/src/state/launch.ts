import { atom } from '../store.ts';
import type { Launch } from '../telegram/environment.ts';

/** How Telegram opened the page; null in a plain browser. Set once, before the first picture. */
export const launchAtom = atom<Launch | null>(null);
