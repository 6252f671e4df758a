import type { Api } from 'grammy';
import type { i18n } from 'i18next';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#core/i18n/locales.ts';
import type { User } from '#core/users/user.entity.ts';
import type { BotContext } from './context.ts';
import type { AppLinks } from './links.ts';
import { loggableError } from './loggable-error.ts';
import { type Translate, translator } from './texts.ts';

/** In the order in which Telegram and /help list them. */
export const COMMANDS = [
  'start',
  'app',
  'filters',
  'why',
  'plan',
  'pause',
  'resume',
  'quiet',
  'language',
  'report',
  'feedback',
  'login',
  'privacy',
  'delete',
  'help',
] as const;

/** Nobody else learns of `stats`. */
const ADMIN_COMMANDS = [...COMMANDS, 'stats'] as const;

export interface Profile {
  readonly texts: i18n;
  readonly links: AppLinks;
}

/** Tells Telegram the commands, the descriptions and the menu button, in every language. Repeating it changes nothing. */
export async function publishCommands(api: Api, { texts, links }: Profile): Promise<void> {
  await publishIn(api, translator(texts, DEFAULT_LOCALE));
  for (const locale of LOCALES) await publishIn(api, translator(texts, locale), locale);
  await api.setChatMenuButton({ menu_button: menuButton(translator(texts, DEFAULT_LOCALE), links) });
}

/**
 * Lets the menu of a private chat follow the language of its user, whatever the language of Telegram itself, and the
 * user's role. It is a convenience: where it fails, the answer before it stands.
 */
export async function followUser({ api, chatId, t, links, logger, user }: BotContext): Promise<void> {
  if (chatId === undefined) return;
  try {
    await api.setMyCommands(commandList(t, user), { scope: { type: 'chat', chat_id: chatId } });
    await api.setChatMenuButton({ chat_id: chatId, menu_button: menuButton(t, links) });
  } catch (error) {
    logger.warn({ err: loggableError(error) }, 'menu of the chat not changed');
  }
}

/** Without a language: the texts for everybody whose language is none of ours. */
async function publishIn(api: Api, t: Translate, locale?: Locale): Promise<void> {
  const language = locale ? { language_code: locale } : {};
  await api.setMyCommands(commandList(t, null), language);
  await api.setMyDescription(t('profile.description'), language);
  await api.setMyShortDescription(t('profile.shortDescription'), language);
}

/** The commands that this person can give, each with what it does. */
export function commandList(t: Translate, user: User | null) {
  const commands = user?.role === 'admin' ? ADMIN_COMMANDS : COMMANDS;
  return commands.map((command) => ({ command, description: t(`commands.${command}`) }));
}

function menuButton(t: Translate, links: AppLinks) {
  return { type: 'web_app' as const, text: t('profile.menuButton'), web_app: { url: links.home } };
}
