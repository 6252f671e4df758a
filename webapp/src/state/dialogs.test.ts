import { afterEach, expect, it, vi } from 'vitest';
import { store } from '../store.ts';
import { ask, openDialogAtom } from './dialogs.ts';

const client = vi.hoisted(() => ({ popup: (): Promise<string | null> => Promise.resolve('ok') }));
vi.mock('@telegram-apps/sdk-react', () => ({
  showPopup: Object.assign(() => client.popup(), { isAvailable: () => true }),
}));
afterEach(() => vi.restoreAllMocks());

const QUESTION = { title: 'Delete?', message: 'It is gone then.', buttons: [{ id: 'ok', text: 'OK' }] } as const;

it('is answered in the client’s own popup', async () => {
  expect(await ask(QUESTION)).toBe('ok');
  expect(store.get(openDialogAtom)).toBeNull();
});

it.each([
  ['refuses', () => Promise.reject(new Error('A popup is already opened'))],
  [
    'fails',
    () => {
      throw new Error('Invalid message');
    },
  ],
])('is asked by the page where the client %s', async (_how, popup) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  client.popup = popup;
  const answer = ask(QUESTION);
  await vi.waitFor(() => expect(store.get(openDialogAtom)).toMatchObject(QUESTION));
  store.get(openDialogAtom)?.answer('ok');
  expect(await answer).toBe('ok');
});
