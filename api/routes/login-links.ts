import { z } from 'zod';
import { signedInResponseSchema } from '#core/contracts/auth.ts';
import { linkResponseSchema, linkStateResponseSchema, redeemLinkRequestSchema } from '#core/contracts/login-link.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { clientName } from '../client-name.ts';
import type { ApiDeps } from '../deps.ts';
import { requireBot } from '../guards.ts';
import { browserToken, clearBrowserToken, ensureBrowserToken } from '../plugins/browser-token.ts';
import { refuseCrossSite } from '../plugins/origin-guard.ts';
import { RATES } from '../plugins/rate-limits.ts';
import type { ApiApp } from '../plugins/zod-validator.ts';
import { letIn, visitorOf } from '../sign-in.ts';

/** Log-ins that the chat with the bot confirms, and those that begin there. */
export function addLoginLinkRoutes(app: ApiApp, { core, bot, cookie, browserCookie }: ApiDeps): void {
  app.post(
    PATHS.link,
    {
      config: { rateLimit: RATES.link },
      schema: { response: { 200: linkResponseSchema } },
      preHandler: requireBot(bot),
    },
    async (request, reply) => {
      const browser = ensureBrowserToken(request, reply, browserCookie);
      const { token, expiresAt, ...login } = await core.loginLinks.begin(browser, clientName(request));
      return { ...login, deepLink: bot.start(`login_${token}`), expiresAt: expiresAt.toISOString() };
    },
  );

  app.get(
    PATHS.linkState,
    {
      // It opens a session: nothing for another site to set off.
      onRequest: refuseCrossSite(core.config.http),
      schema: { params: z.strictObject({ linkId: z.string() }), response: { 200: linkStateResponseSchema } },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, cookie);
      const browser = browserToken(request, browserCookie);
      const login = await core.loginLinks.look(request.params.linkId, browser, visitor);
      if (login.state !== 'confirmed') return { state: login.state };
      clearBrowserToken(reply, browserCookie);
      return { state: login.state, ...letIn(reply, cookie, login) };
    },
  );

  app.post(
    PATHS.linkRedeem,
    {
      config: { rateLimit: RATES.signup },
      schema: { body: redeemLinkRequestSchema, response: { 200: signedInResponseSchema } },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, cookie);
      return letIn(reply, cookie, await core.loginLinks.redeem(request.body.token, visitor));
    },
  );
}
