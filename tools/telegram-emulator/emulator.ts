import type { Message, Update, UserFromGetMe } from 'grammy/types';
import { BotSettings } from './bot-settings.ts';
import { CallLog } from './call-log.ts';
import { CallbackQueries } from './callback-queries.ts';
import { ChatStore } from './chat-store.ts';
import { CloudStorage } from './cloud-storage.ts';
import type { TelegramContext } from './context.ts';
import { EventHub } from './event-hub.ts';
import { FaultList } from './faults.ts';
import { PhotoStore } from './photo-store.ts';
import type {
  CallbackAnswer,
  CallViolation,
  ChatMessage,
  EmulatorOptions,
  Fault,
  FaultMix,
  RecordedCall,
  SimulatedUser,
  TelegramEmulator,
  WebAppLaunch,
  WebhookDelivery,
} from './types.ts';
import { UpdateQueue } from './update-queue.ts';
import { UserActions } from './user-actions.ts';
import { webAppLaunchUrl } from './web-app-launch.ts';

const defaultToken = '7000000001:EMULATED-bot-token-of-the-emulator0';
const defaultTimeoutMs = 5000;

/** One simulated Telegram with its control methods; `server.ts` puts it on the network. */
export class Emulator implements TelegramEmulator {
  readonly context: TelegramContext;
  readonly storage = new CloudStorage();
  readonly #actions: UserActions;
  readonly #stop: () => Promise<void>;
  #webAppUrl: string | undefined;
  url = '';
  port = 0;

  constructor(options: EmulatorOptions, stop: () => Promise<void>) {
    this.context = createContext(options);
    this.#actions = new UserActions(this.context);
    this.#webAppUrl = options.webAppUrl;
    this.#stop = stop;
    for (const user of options.users ?? []) this.addUser(user);
  }

  get token(): string {
    return this.context.token;
  }

  get botInfo(): UserFromGetMe {
    return this.context.bot;
  }

  addUser(user: SimulatedUser): SimulatedUser {
    return this.context.chats.addUser(user);
  }

  users(): SimulatedUser[] {
    return this.context.chats.users();
  }

  sendText(userId: number, text: string, replyTo?: number): Message {
    return this.#actions.sendText(userId, text, replyTo);
  }

  start(userId: number, payload?: string): Message {
    return this.#actions.start(userId, payload);
  }

  sendPhoto(userId: number, caption?: string): Message {
    return this.#actions.sendPhoto(userId, caption);
  }

  sendSticker(userId: number): Message {
    return this.#actions.sendSticker(userId);
  }

  shareContact(userId: number, phoneNumber: string): Message {
    return this.#actions.shareContact(userId, phoneNumber);
  }

  groupMessage(userId: number, text: string, group?: { id?: number; title?: string }): Message {
    return this.#actions.groupMessage(userId, text, group);
  }

  pressButton(userId: number, messageId: number, button: string): string {
    return this.#actions.pressButton(userId, messageId, button);
  }

  block(userId: number): void {
    this.#actions.block(userId);
  }

  unblock(userId: number): void {
    this.#actions.unblock(userId);
  }

  deactivate(userId: number): void {
    this.context.chats.setAccess(userId, 'deactivated');
  }

  allowWriteAccess(userId: number): void {
    this.#actions.allowWriteAccess(userId);
  }

  openWebApp(userId: number, launch: WebAppLaunch = {}): string {
    const { chats, token, now } = this.context;
    const launcher = {
      token,
      user: chats.user(userId),
      allowsWriteToPm: chats.access(userId) === 'open',
      authDate: now(),
    };
    return webAppLaunchUrl(this.#webAppAddress(userId, launch), launcher, launch);
  }

  setWebAppUrl(url: string): void {
    this.#webAppUrl = url;
  }

  messagesOf(chatId: number): ChatMessage[] {
    return [...this.context.chats.messages(chatId)];
  }

  lastMessage(chatId: number): ChatMessage | undefined {
    return this.context.chats.messages(chatId).findLast(({ from }) => from === 'bot');
  }

  waitForMessage(
    chatId: number,
    predicate = (_: ChatMessage) => true,
    timeoutMs = defaultTimeoutMs,
  ): Promise<ChatMessage> {
    const find = () => this.messagesOf(chatId).find((message) => message.from === 'bot' && predicate(message));
    const describe = () =>
      `a message to ${chatId}; there are: ${JSON.stringify(this.messagesOf(chatId).map(({ text }) => text))}`;
    return this.context.hub.waitFor(find, timeoutMs, describe);
  }

  waitForCallbackAnswer(queryId: string, timeoutMs = defaultTimeoutMs): Promise<CallbackAnswer> {
    const { hub, queries } = this.context;
    return hub.waitFor(
      () => queries.answerOf(queryId),
      timeoutMs,
      () => `the answer to callback query ${queryId}`,
    );
  }

  waitForCall(predicate: (call: RecordedCall) => boolean, timeoutMs = defaultTimeoutMs): Promise<RecordedCall> {
    const { hub, log } = this.context;
    const describe = () => `a call; there were: ${log.calls.map(({ method }) => method).join(', ') || 'none'}`;
    const find = () => log.calls.find((call) => call.outcome !== 'pending' && predicate(call));
    return hub.waitFor(find, timeoutMs, describe);
  }

  calls(method?: string): RecordedCall[] {
    return this.context.log.calls.filter((call) => method === undefined || call.method === method);
  }

  sends(): RecordedCall[] {
    return this.calls().filter(({ method, outcome }) => method.startsWith('send') && outcome === 'accepted');
  }

  violations(): CallViolation[] {
    return [...this.context.log.violations];
  }

  retryAfterViolations(): RecordedCall[] {
    return [...this.context.log.retryAfterViolations];
  }

  pollConflicts(): number {
    return this.context.updates.conflicts;
  }

  webhookDeliveries(): WebhookDelivery[] {
    return [...this.context.updates.webhook.deliveries];
  }

  webhookIdle(): Promise<void> {
    return this.context.updates.webhook.whenIdle();
  }

  takeUpdates(): Update[] {
    return this.context.updates.takeAll();
  }

  fault(fault: Fault): void {
    this.context.faults.add(fault);
  }

  faultMix(mix: FaultMix): void {
    this.context.faults.mix(mix);
  }

  clearFaults(): void {
    this.context.faults.clear();
  }

  clear(): void {
    const { chats, updates, queries, log, faults, hub } = this.context;
    for (const part of [chats, updates, queries, log, faults, this.storage]) part.clear();
    hub.emit({ type: 'cleared' });
  }

  close(): Promise<void> {
    this.context.updates.webhook.set(undefined);
    return this.#stop();
  }

  #webAppAddress(userId: number, launch: WebAppLaunch): string {
    const menu = this.context.settings.menuButton(userId);
    const address = this.#webAppUrl ?? (menu.type === 'web_app' ? menu.web_app.url : undefined) ?? launch.path;
    if (!address) throw new Error('No mini app: give webAppUrl, or let the bot set its menu button first');
    return address;
  }
}

function createContext(options: EmulatorOptions): TelegramContext {
  const hub = new EventHub();
  const token = options.token ?? defaultToken;
  return {
    token,
    bot: botUser(token, options),
    hub,
    chats: new ChatStore(hub),
    updates: new UpdateQueue(options.webhookRetryMs ?? 200),
    queries: new CallbackQueries(hub),
    settings: new BotSettings(hub),
    photos: new PhotoStore(),
    log: new CallLog(hub),
    faults: new FaultList(),
    now: options.now ?? (() => new Date()),
  };
}

function botUser(token: string, { name = 'Vanags', username = 'vanags_bot' }: EmulatorOptions): UserFromGetMe {
  return {
    id: Number(token.split(':')[0]) || 7_000_000_001,
    is_bot: true,
    first_name: name,
    username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: true,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  };
}
