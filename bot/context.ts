import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { i18n } from 'i18next';
import type { Core } from '#core/context.ts';
import type { ConversationChange } from '#core/db/conversation-states.ts';
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
  /** What this update made of a conversation; it is stored when the update has been handled. */
  conversationChange: ConversationChange | null;
}

/** What every handler gets, beside grammY's own. */
export type BotContext = ConversationFlavor<Context & BotFlavour>;

/**
 * What stands inside a conversation: an update and nothing more, as it may be one of before a restart. Everything else
 * is reached through `outside` of `conversations/steps.ts`.
 */
export type ConversationContext = Context;
