import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '#core/config.ts';

/** A cookie that only our own host sets and reads. */
export interface OwnCookie {
  readonly name: string;
  readonly options: CookieSerializeOptions;
}

/**
 * The frame of Telegram Web is another site, where a browser keeps only `SameSite=None; Partitioned` cookies; those need
 * https, and `__Host-` keeps neighbours from planting one. Plain http is a developer's own machine.
 */
export function ownCookie({ publicUrl }: Config['http'], name: string, maxAgeS: number): OwnCookie {
  const common = { path: '/', httpOnly: true, maxAge: maxAgeS };
  return publicUrl.startsWith('https://')
    ? { name: `__Host-${name}`, options: { ...common, secure: true, sameSite: 'none', partitioned: true } }
    : { name, options: { ...common, sameSite: 'lax' } };
}
