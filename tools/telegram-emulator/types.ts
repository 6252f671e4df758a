import type {
  Chat,
  InlineKeyboardButton,
  LinkPreviewOptions,
  Message,
  MessageEntity,
  Update,
  User,
  UserFromGetMe,
} from 'grammy/types';

/** A person of the simulated Telegram, as Telegram describes one. */
export type SimulatedUser = Omit<User, 'is_bot'> & { photo_url?: string };

export type ColorScheme = 'light' | 'dark';

/** One message of a chat as the transcript and the tests see it; JSON without loss. */
export interface ChatMessage {
  id: number;
  chatId: number;
  from: 'bot' | 'user' | 'service';
  kind: 'text' | 'photo' | 'sticker' | 'service';
  /** Text or caption after the entities were parsed. */
  text: string;
  entities: MessageEntity[];
  /** Address of the picture, reachable from the chat page. */
  photo?: string;
  mediaGroupId?: string;
  /** Rows of the inline keyboard. */
  buttons: InlineKeyboardButton[][];
  linkPreview?: LinkPreviewOptions;
  /** Milliseconds since the epoch. */
  at: number;
  editedAt?: number;
  /** The message as the Bot API returns it. */
  message: Message;
}

export interface CallbackAnswer {
  text?: string;
  showAlert: boolean;
  url?: string;
}

type FaultKind =
  /** Refused with `errorCode`, `description` and `retryAfter`; not accepted. */
  | 'error'
  /** The connection is reset before the call is looked at. */
  | 'reset-before'
  /** The call is carried out, then the connection is reset. */
  | 'reset-after'
  /** The call is carried out and never answered. */
  | 'hang-after'
  /** The call is carried out and answered after `ms`. */
  | 'slow'
  /** A gateway's HTML page with status 502; not accepted. */
  | 'html-502'
  /** The call is carried out and answered with half a JSON document. */
  | 'invalid-json';

export interface Fault {
  /** A Bot API method, or `*` for all of them, getUpdates included. */
  method: string;
  kind: FaultKind;
  /** Only calls that name this chat. */
  chatId?: number;
  /** How many calls are hit; 1 unless told, `Infinity` for all until the faults are cleared. */
  count?: number;
  /** For `error`: default 500. */
  errorCode?: number;
  description?: string;
  /** For `error`: seconds. Calls to the same chat before they are over are kept as `retryAfterViolations`. */
  retryAfter?: number;
  /** For `error`: HTTP status, when it differs from the error code (for example 200 with `ok: false`). */
  httpStatus?: number;
  /** For `slow`. */
  ms?: number;
}

export type MixedFault =
  | 'throttled'
  | 'error-500'
  | 'html-502'
  | 'reset-before'
  | 'reset-after'
  | 'hang-after'
  | 'slow'
  | 'invalid-json'
  /** Status 200 with `ok: false`. */
  | 'ok-false';

/** Faults drawn at random for the calls that send something. */
export interface FaultMix {
  seed: number;
  /** How many in a hundred calls meet each. */
  percent: Partial<Record<MixedFault, number>>;
}

export interface RecordedFile {
  field: string;
  name: string;
  size: number;
}

/** One call of the Bot API (all but getUpdates). */
export interface RecordedCall {
  /** Milliseconds since the epoch, at arrival. */
  at: number;
  method: string;
  payload: Record<string, unknown>;
  files: RecordedFile[];
  chatId?: number;
  /** Calls to the same chat under way at arrival, this one included; 0 for calls without a chat. */
  inFlight: number;
  /** `accepted`: carried out. `refused`: answered with an error. `dropped`: hit by a fault before it was looked at. */
  outcome: 'pending' | 'accepted' | 'refused' | 'dropped';
  /** Carried out, but the caller was not told so (reset-after, hang-after, invalid-json). */
  ambiguous: boolean;
  error?: { code: number; description: string };
  /** Ids of the messages the call made or edited. */
  messageIds: number[];
}

/** A call that no correct bot makes: it breaks the Bot API's own rules whatever the state of the chat. */
export interface CallViolation {
  at: number;
  method: string;
  description: string;
  payload: Record<string, unknown>;
}

export interface WebhookDelivery {
  at: number;
  updateId: number;
  /** HTTP status; 0 when the server could not be reached or did not answer in time. */
  status: number;
}

export interface WebAppLaunch {
  /** Path below the mini app's address, or a whole address; default: the address itself. */
  path?: string;
  startParam?: string;
  theme?: ColorScheme;
  /** Default `ios`. */
  platform?: string;
  /** Default `8.0`. */
  version?: string;
  /** Default: now. */
  authDate?: Date;
}

/** What the chat page and other processes are told at once (`/control/events`). */
export type EmulatorEvent =
  | { type: 'message'; chatId: number; message: ChatMessage }
  | { type: 'message-edited'; chatId: number; message: ChatMessage }
  | { type: 'message-deleted'; chatId: number; messageId: number }
  | { type: 'callback-answer'; chatId: number; queryId: string; answer: CallbackAnswer }
  | { type: 'chat-action'; chatId: number; action: string }
  | { type: 'settings-changed' }
  | { type: 'cleared' };

export interface EmulatorOptions {
  /** Default 0: a free one. */
  port?: number;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
  /** Name in `url`, default `host`. Give the name the mini app is served under, so that both are one site to the browser. */
  hostname?: string;
  token?: string;
  /** Bot name without @. */
  username?: string;
  /** Shown name of the bot. */
  name?: string;
  /** Where the mini app lives; without it the menu button's address counts. */
  webAppUrl?: string;
  users?: SimulatedUser[];
  /** Milliseconds before a webhook update that was not answered with 2xx is sent again; default 200. */
  webhookRetryMs?: number;
  /** Clock of messages and launch data, default the system's. */
  now?: () => Date;
}

/** The emulator as tests and the development environment hold it. */
export interface TelegramEmulator {
  /**
   * Origin of Bot API, control API and chat page: `TELEGRAM_API_ROOT`, `TELEGRAM_WEB_ORIGIN` and `TELEGRAM_LINK_ORIGIN`
   * of the service. `/<bot name>?start=<payload>` is the chat with its Start button, as behind a link of `t.me`.
   */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly botInfo: UserFromGetMe;

  /** Adds or replaces a user. Users that act without having been added get a plain name and the language lv. */
  addUser(user: SimulatedUser): SimulatedUser;
  users(): SimulatedUser[];

  /**
   * The user writes to the bot, perhaps in reply to a message of the chat; the first message opens the private chat.
   * Throws while the user blocks the bot.
   */
  sendText(userId: number, text: string, replyTo?: number): Message;
  /** `/start` with an optional payload; lifts a block first, as Telegram does. */
  start(userId: number, payload?: string): Message;
  sendPhoto(userId: number, caption?: string): Message;
  sendSticker(userId: number): Message;
  shareContact(userId: number, phoneNumber: string): Message;
  /** The user writes in a group that the bot is a member of. */
  groupMessage(userId: number, text: string, group?: { id?: number; title?: string }): Message;
  /**
   * Presses an inline button named by its text or its callback data; url and web_app buttons throw.
   * Gives the id of the callback query.
   */
  pressButton(userId: number, messageId: number, button: string): string;
  block(userId: number): void;
  unblock(userId: number): void;
  /** The account is deleted: calls to its chat answer 403. */
  deactivate(userId: number): void;
  /** The user lets the mini app write to him (`write_access_allowed`); opens the chat. */
  allowWriteAccess(userId: number): void;
  /** The mini app's address with validly signed launch data of the user. */
  openWebApp(userId: number, launch?: WebAppLaunch): string;
  setWebAppUrl(url: string): void;

  messagesOf(chatId: number): ChatMessage[];
  /** The last message of the bot in this chat. */
  lastMessage(chatId: number): ChatMessage | undefined;
  /** Resolves with the first message of the bot that satisfies the predicate, already there or yet to come or edited so. */
  waitForMessage(
    chatId: number,
    predicate?: (message: ChatMessage) => boolean,
    timeoutMs?: number,
  ): Promise<ChatMessage>;
  waitForCallbackAnswer(queryId: string, timeoutMs?: number): Promise<CallbackAnswer>;
  waitForCall(predicate: (call: RecordedCall) => boolean, timeoutMs?: number): Promise<RecordedCall>;

  calls(method?: string): RecordedCall[];
  /** Accepted calls that made a message. */
  sends(): RecordedCall[];
  violations(): CallViolation[];
  /** Calls to a chat that came before the `retryAfter` of an earlier refusal was over. */
  retryAfterViolations(): RecordedCall[];
  /** How often a second getUpdates ended a first one. */
  pollConflicts(): number;
  webhookDeliveries(): WebhookDelivery[];
  /** Resolves when the webhook has accepted everything there was to deliver. */
  webhookIdle(): Promise<void>;
  /** Takes the waiting updates out of the queue, for `bot.handleUpdate` in process. */
  takeUpdates(): Update[];

  fault(fault: Fault): void;
  /** From now on in place of an earlier mix, until the faults are cleared. */
  faultMix(mix: FaultMix): void;
  clearFaults(): void;
  /** Forgets messages, updates, calls, violations, faults and which chats were opened; keeps users and bot settings. */
  clear(): void;
  close(): Promise<void>;
}

export type EmulatedChat = Chat.PrivateChat | Chat.GroupChat;
