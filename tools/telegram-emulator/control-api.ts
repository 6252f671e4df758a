import type { IncomingMessage, ServerResponse } from 'node:http';
import { imageType } from './client-files.ts';
import type { Emulator } from './emulator.ts';
import { readBody } from './request-body.ts';
import { themeParams } from './theme.ts';
import type { Fault, FaultMix, SimulatedUser, WebAppLaunch } from './types.ts';

type Body = Record<string, unknown>;
type Action = (emulator: Emulator, body: Body) => unknown;

/** `POST /control/<name>` with a JSON object: the same as the method of that name in process. */
const actions: Record<string, Action> = {
  'add-user': (emulator, body) => emulator.addUser(body as unknown as SimulatedUser),
  'send-text': (emulator, body) => emulator.sendText(userOf(body), text(body, 'text'), optionalNumber(body, 'replyTo')),
  start: (emulator, body) => emulator.start(userOf(body), optionalText(body, 'payload')),
  'send-photo': (emulator, body) => emulator.sendPhoto(userOf(body), optionalText(body, 'caption')),
  'send-sticker': (emulator, body) => emulator.sendSticker(userOf(body)),
  'share-contact': (emulator, body) => emulator.shareContact(userOf(body), text(body, 'phoneNumber')),
  'group-message': (emulator, body) => emulator.groupMessage(userOf(body), text(body, 'text')),
  'press-button': (emulator, body) => ({
    queryId: emulator.pressButton(userOf(body), number(body, 'messageId'), text(body, 'button')),
  }),
  block: (emulator, body) => emulator.block(userOf(body)),
  unblock: (emulator, body) => emulator.unblock(userOf(body)),
  deactivate: (emulator, body) => emulator.deactivate(userOf(body)),
  'allow-write-access': (emulator, body) => emulator.allowWriteAccess(userOf(body)),
  'cloud-storage': (emulator, body) =>
    emulator.storage.invoke(userOf(body), text(body, 'method'), (body.params ?? {}) as Body),
  fault: (emulator, body) => emulator.fault({ ...body, count: Number(body.count ?? 1) } as unknown as Fault),
  'fault-mix': (emulator, body) => emulator.faultMix(body as unknown as FaultMix),
  'clear-faults': (emulator) => emulator.clearFaults(),
  clear: (emulator) => emulator.clear(),
  'web-app-url': (emulator, body) => emulator.setWebAppUrl(text(body, 'url')),
  /** Waits for a message of the bot that contains `textIncludes` (any, when left out). */
  'wait-for-message': (emulator, body) => {
    const part = optionalText(body, 'textIncludes') ?? '';
    return emulator.waitForMessage(
      userOf(body),
      (message) => message.text.includes(part),
      optionalNumber(body, 'timeoutMs'),
    );
  },
  'wait-for-callback-answer': (emulator, body) => emulator.waitForCallbackAnswer(text(body, 'queryId')),
  'take-updates': (emulator) => emulator.takeUpdates(),
};

/** `GET /control/<name>?…`: what there is to see. */
const views: Record<string, (emulator: Emulator, query: URLSearchParams) => unknown> = {
  state: (emulator) => ({
    bot: emulator.botInfo,
    users: emulator.users().map((user) => ({ ...user, access: emulator.context.chats.access(user.id) })),
    themes: themeParams,
  }),
  chat: (emulator, query) => chatView(emulator, Number(query.get('user')), query.get('language') ?? ''),
  messages: (emulator, query) => emulator.messagesOf(Number(query.get('chat'))),
  calls: (emulator, query) => emulator.calls(query.get('method') ?? undefined),
  sends: (emulator) => emulator.sends(),
  violations: (emulator) => emulator.violations(),
  'retry-after-violations': (emulator) => emulator.retryAfterViolations(),
  'poll-conflicts': (emulator) => emulator.pollConflicts(),
  'webhook-deliveries': (emulator) => emulator.webhookDeliveries(),
  'web-app': (emulator, query) => ({ url: emulator.openWebApp(Number(query.get('user')), launchOf(query)) }),
};

/** The control API for other processes and for the chat page. */
export async function handleControl(
  emulator: Emulator,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const name = url.pathname.slice('/control/'.length);
  if (name === 'events') return streamEvents(emulator, response);
  if (name.startsWith('files/')) return sendFile(emulator, response, name.slice('files/'.length));
  const view = request.method === 'GET' ? views[name] : undefined;
  const action = request.method === 'POST' ? actions[name] : undefined;
  if (!view && !action) return sendJson(response, 404, { error: `There is no ${request.method} /control/${name}` });
  try {
    const body = action ? ((await readBody(request, new URLSearchParams())).json ?? {}) : {};
    const result = view ? view(emulator, url.searchParams) : await action?.(emulator, body);
    sendJson(response, 200, result ?? null);
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
}

function chatView(emulator: Emulator, userId: number, language: string) {
  const { settings, chats } = emulator.context;
  return {
    access: chats.access(userId),
    messages: emulator.messagesOf(userId),
    commands: settings.commandsFor(userId, language),
    menuButton: settings.menuButton(userId),
    name: settings.text('name', language) || emulator.botInfo.first_name,
    description: settings.text('description', language),
  };
}

function launchOf(query: URLSearchParams): WebAppLaunch {
  const names = ['path', 'startParam', 'theme', 'platform', 'version'] as const;
  const given = names.flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name)]]));
  return Object.fromEntries(given) as WebAppLaunch;
}

function streamEvents(emulator: Emulator, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(': connected\n\n');
  const unsubscribe = emulator.context.hub.subscribe((event) => {
    if (event.type !== 'call-changed') response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  response.on('close', unsubscribe);
}

function sendFile(emulator: Emulator, response: ServerResponse, fileId: string): void {
  const content = emulator.context.photos.content(fileId);
  if (content) response.writeHead(200, { 'content-type': imageType(content) }).end(content);
  else sendJson(response, 404, { error: 'No such file' });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function userOf(body: Body): number {
  return number(body, 'userId');
}

function number(body: Body, name: string): number {
  const value = Number(body[name]);
  if (body[name] === undefined || !Number.isFinite(value)) throw new TypeError(`${name} must be a number`);
  return value;
}

function optionalNumber(body: Body, name: string): number | undefined {
  return body[name] === undefined ? undefined : number(body, name);
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new TypeError(`${name} must be a text`);
  return value;
}

function optionalText(body: Body, name: string): string | undefined {
  return body[name] === undefined ? undefined : text(body, name);
}
