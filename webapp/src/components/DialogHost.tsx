import { openDialogAtom } from '../state/dialogs.ts';
import { useAtomValue } from '../store.ts';
import { Dialog } from './Dialog.tsx';

/** Where a question stands that the Telegram client cannot ask. */
export function DialogHost() {
  const dialog = useAtomValue(openDialogAtom);
  return dialog && <Dialog {...dialog} key={dialog.title + dialog.message} />;
}
