import type { LightMyRequestResponse } from 'fastify';
import { type Account, openAccountWorld } from './account-world.ts';
import { OWN_ORIGIN } from './test-app.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type User = Pick<Account, 'id' | 'telegramId'>;

/** With what a page of ours asks. */
export type PageHeaders = Readonly<Record<'cookie' | 'origin' | 'user-agent', string>>;

/** A browser whose page waits for a press in the chat. */
export interface Waiting {
  readonly id: string;
  /** Of the deep link. */
  readonly token: string;
  readonly headers: PageHeaders;
}

export type LoginWorld = Awaited<ReturnType<typeof openLoginWorld>>;

/** What an answer to a log-in says, in short. */
export const PENDING = [200, 'pending'];
export const OVER = [200, 'expired'];
export const UNKNOWN = [404, 'link.notFound'];
export const WORTHLESS = [400, 'link.expired'];

export function outcome(answer: LightMyRequestResponse): [number, string] {
  return [answer.statusCode, answer.json().state ?? answer.json().code];
}

export function cookieIn(answer: LightMyRequestResponse, name: string): string | undefined {
  return answer.cookies.find((cookie) => cookie.name === name)?.value;
}

/** The headers of a page of ours in Chrome. */
export function ownPage(cookie = ''): PageHeaders {
  return { cookie, origin: OWN_ORIGIN, 'user-agent': CHROME };
}

/** The API with the calls of a log-in by link; the presses in the chat are made past the bot. */
export async function openLoginWorld() {
  const world = await openAccountWorld({ botName: () => 'vanags_test_bot' });
  const { core, call, sql } = world;

  const begin = (cookie?: string) => call({ method: 'POST', url: '/auth/link', headers: ownPage(cookie) });

  return {
    ...world,
    begin,
    async aBrowserWaits(): Promise<Waiting> {
      const answer = await begin();
      const { id, deepLink } = answer.json();
      return { id, token: deepLink.split('login_')[1], headers: ownPage(`bid=${cookieIn(answer, 'bid')}`) };
    },
    look: ({ id, headers }: { id: string; headers?: Partial<PageHeaders> }) =>
      call({ url: `/auth/link/${id}`, ...(headers && { headers }) }),
    redeem: (token: unknown, headers = ownPage()) =>
      call({ method: 'POST', url: '/auth/link/redeem', headers, payload: { token } }),
    asked: (token: string) => core.run(() => core.loginLinks.asked(token)),
    decide: ({ id }: Waiting, user: User, isConfirmed = true) =>
      core.run(() => core.loginLinks.decide(id, user, isConfirmed)),
    issue: (user: User) => core.run(() => core.loginLinks.issue(user)),
    linksOf: (user: User) => sql('select state from login_links where user_id = ?', [user.id]),
    linkSessionsOf: (user: User) => sql("select client from sessions where user_id = ? and way = 'link'", [user.id]),
    /** The user whose session it is. */
    async whoIs(sid: string | undefined): Promise<number | undefined> {
      const status = await call({ url: '/api/auth/status', headers: { cookie: `sid=${sid}` } });
      return status.json().user?.id;
    },
  };
}
