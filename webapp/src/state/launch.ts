import { atom } from '../store.ts';
import type { Launch } from '../telegram/environment.ts';

/** How Telegram opened the page; null in a plain browser. Set once, before the first picture. */
export const launchAtom = atom<Launch | null>(null);

/** Whether the direct link that opened the app has led to its page; going back to the start must not lead there again. */
export const isStartParamUsedAtom = atom(false);
