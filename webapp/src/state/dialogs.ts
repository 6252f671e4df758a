import { atom, store } from '../store.ts';
import { askNatively } from '../telegram/native.ts';

interface DialogButton {
  /** What `ask` answers when it is pressed. */
  readonly id: string;
  readonly text: string;
  /** `danger` for what cannot be undone. */
  readonly tone?: 'danger';
}

export interface Question {
  readonly title: string;
  readonly message: string;
  /** One to three; the first one closes. */
  readonly buttons: readonly [DialogButton, ...DialogButton[]];
}

/** The question that the page itself has to ask, and where the answer goes. */
export interface OpenDialog extends Question {
  readonly answer: (id: string | null) => void;
}

/** Shown by `DialogHost`; null while there is nothing to ask. */
export const openDialogAtom = atom<OpenDialog | null>(null);

/**
 * Asks in the client's own popup, else in a dialog of the page.
 * @returns the id of the pressed button; null when it was closed without one.
 */
export async function ask(question: Question): Promise<string | null> {
  try {
    const native = askNatively(question);
    if (native) return await native;
  } catch (error) {
    // Another popup is open, for one.
    console.warn('The client did not ask.', error);
  }
  return askOnPage(question);
}

function askOnPage(question: Question): Promise<string | null> {
  return new Promise((resolve) => {
    store.get(openDialogAtom)?.answer(null);
    store.set(openDialogAtom, {
      ...question,
      answer: (id) => {
        store.set(openDialogAtom, null);
        resolve(id);
      },
    });
  });
}
