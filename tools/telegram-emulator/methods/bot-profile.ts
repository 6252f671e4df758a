import type { BotCommand } from 'grammy/types';
import { badCall } from '../bot-api-error.ts';
import { checkWebAppUrl } from '../keyboard-rules.ts';
import type { MethodTable } from './method-table.ts';

export const botProfileMethods: MethodTable = {
  getMe: ({ bot }) => bot,

  setMyCommands({ settings }, args) {
    for (const command of args.commands) checkCommand(command);
    if (args.commands.length > 100) throw badCall('BOT_COMMANDS_TOO_MUCH');
    settings.setCommands(args.commands, args.scope, args.language_code);
    return true;
  },
  getMyCommands: ({ settings }, args) => settings.commands(args.scope, args.language_code),
  deleteMyCommands({ settings }, args) {
    settings.setCommands([], args.scope, args.language_code);
    return true;
  },

  setMyName({ settings }, args) {
    checkLength('bot name', args.name, 64);
    settings.setText('name', args.name ?? '', args.language_code);
    return true;
  },
  getMyName: ({ settings, bot }, args) => ({ name: settings.text('name', args.language_code) || bot.first_name }),

  setMyDescription({ settings }, args) {
    checkLength('bot description', args.description, 512);
    settings.setText('description', args.description ?? '', args.language_code);
    return true;
  },
  getMyDescription: ({ settings }, args) => ({ description: settings.text('description', args.language_code) }),

  setMyShortDescription({ settings }, args) {
    checkLength('bot short description', args.short_description, 120);
    settings.setText('short_description', args.short_description ?? '', args.language_code);
    return true;
  },
  getMyShortDescription: ({ settings }, args) => ({
    short_description: settings.text('short_description', args.language_code),
  }),

  setChatMenuButton({ settings, chats }, args) {
    const button = args.menu_button ?? { type: 'default' as const };
    if (button.type === 'web_app') {
      if (button.text.trim() === '') throw badCall('menu button text must be non-empty');
      checkWebAppUrl(button.web_app.url);
    }
    if (args.chat_id !== undefined) chats.reachable(args.chat_id);
    settings.setMenuButton(button, args.chat_id);
    return true;
  },
  getChatMenuButton: ({ settings }, args) => settings.menuButton(args.chat_id),

  getChat({ chats }, args) {
    const { chat } = chats.reachable(args.chat_id);
    const full = { ...chat, accent_color_id: 0, max_reaction_count: 11 };
    return full as unknown as ReturnType<NonNullable<MethodTable['getChat']>>;
  },
};

function checkCommand({ command, description }: BotCommand): void {
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badCall('BOT_COMMAND_INVALID');
  if (description.length < 1 || description.length > 256) throw badCall('BOT_COMMAND_DESCRIPTION_INVALID');
}

function checkLength(what: string, text: string | undefined, limit: number): void {
  if ((text ?? '').length > limit) throw badCall(`${what} is too long`);
}
