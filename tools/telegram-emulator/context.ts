import type { User, UserFromGetMe } from 'grammy/types';
import type { BotSettings } from './bot-settings.ts';
import type { CallLog } from './call-log.ts';
import type { CallbackQueries } from './callback-queries.ts';
import type { ChatStore } from './chat-store.ts';
import type { EventHub } from './event-hub.ts';
import type { FaultList } from './faults.ts';
import type { PhotoStore, UploadedFile } from './photo-store.ts';
import type { RecordedCall } from './types.ts';
import type { UpdateQueue } from './update-queue.ts';

/** The parts of one simulated Telegram. */
export interface TelegramContext {
  readonly token: string;
  readonly bot: UserFromGetMe;
  readonly hub: EventHub;
  readonly chats: ChatStore;
  readonly updates: UpdateQueue;
  readonly queries: CallbackQueries;
  readonly settings: BotSettings;
  readonly photos: PhotoStore;
  readonly log: CallLog;
  readonly faults: FaultList;
  readonly now: () => Date;
}

/** One Bot API call under way: what a method needs beside its arguments. */
export interface CallContext extends TelegramContext {
  readonly files: readonly UploadedFile[];
  readonly call: RecordedCall;
}

/** Seconds since the epoch, as Telegram writes times. */
export function unixTime(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** The bot as the sender of a message or the subject of a membership; getMe alone tells more. */
export function botAsUser({ id, is_bot, first_name, username }: UserFromGetMe): User {
  return { id, is_bot, first_name, username };
}
