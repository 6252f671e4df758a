import { USER_KEY } from '../state/auth.ts';
import { launchAtom } from '../state/launch.ts';
import { queryClient, store } from '../store.ts';
import { ApiError, type Call } from './client.ts';
import { call, logIn } from './endpoints.ts';

const LOG_IN_MS = 15_000;

/** Asks who is signed in anew when it is no administrator any more: the pages are then closed to the person. */
export const adminCall: Call = async (method, path, options) => {
  try {
    return await withSession(() => call(method, path, options));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'auth.notAdmin') {
      void queryClient.invalidateQueries({ queryKey: USER_KEY });
    }
    throw error;
  }
};

/** These calls want a session, which inside Telegram nobody has needed before, or which has ended: it is opened once. */
async function withSession<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const launch = store.get(launchAtom);
    if (launch === null || !(error instanceof ApiError && error.status === 401)) throw error;
    await logIn({ telegram_user_id: launch.user.id, initData: launch.initData }, AbortSignal.timeout(LOG_IN_MS));
    return ask();
  }
}
