import type { Context } from 'grammy';
import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import type { Locale } from '#core/i18n/locales.ts';
import type { Logger } from '#core/logger.ts';
import type { User } from '#core/users/user.entity.ts';
import type { AppLinks } from './links.ts';
import type { Translate } from './texts.ts';

interface BotFlavour {
  core: Core;
  texts: i18n;
  links: AppLinks;
  logger: Logger;
  locale: Locale;
  /** In the language of `locale`. */
  t: Translate;
  /** Who wrote or pressed; null while this person has no account. */
  user: User | null;
}

/** What every handler gets, beside grammY's own. */
export type BotContext = Context & BotFlavour;
