import { atom } from '../store.ts';
import { askForWriting } from '../telegram/native.ts';
import { launchAtom } from './launch.ts';

/** Asks whoever never met the bot to let it write, once a filter of theirs is on: they would wait for alerts in vain. */
export const letAlertsComeAtom = atom(null, (get, _set, active: 0 | 1): void => {
  if (active === 1 && get(launchAtom)?.mayWrite === false) askForWriting();
});
