import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BotApi } from './bot-api.ts';
import { loadBotApiSchema } from './bot-api-schema.ts';
import { CallValidator } from './call-validator.ts';
import { sendClientFile } from './client-files.ts';
import { handleControl } from './control-api.ts';
import { Emulator } from './emulator.ts';
import type { EmulatorOptions, TelegramEmulator } from './types.ts';

/** Starts the Telegram emulator: Bot API, control API and chat page on one port. */
export async function startTelegramEmulator(options: EmulatorOptions = {}): Promise<TelegramEmulator> {
  const validator = new CallValidator(await loadBotApiSchema());
  const server = createServer();
  const emulator = new Emulator(options, () => stop(server));
  const botApi = new BotApi(emulator.context, validator);
  server.on('request', (request, response) => void route(emulator, botApi, request, response));
  const { host = '127.0.0.1', hostname = host } = options;
  await listen(server, options.port ?? 0, host);
  emulator.port = (server.address() as AddressInfo).port;
  emulator.url = `http://${hostname}:${emulator.port}`;
  return emulator;
}

async function route(emulator: Emulator, botApi: BotApi, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://emulator');
  try {
    if (url.pathname.startsWith('/bot')) await botApi.handle(request, response, url);
    else if (url.pathname.startsWith('/control/')) await handleControl(emulator, request, response, url);
    else await sendClientFile(response, isChatLink(emulator, url) ? '/' : url.pathname);
  } catch (error) {
    // A fault of the emulator itself must not look like silence to the bot under test.
    console.error('telegram-emulator:', error);
    if (!response.headersSent) response.writeHead(500);
    response.end(JSON.stringify({ ok: false, error_code: 500, description: `Emulator fault: ${String(error)}` }));
  }
}

/** What a `https://t.me/<bot name>` link is in the real one; the chat page itself reads the payload of the address. */
function isChatLink({ botInfo }: Emulator, { pathname }: URL): boolean {
  return pathname.toLowerCase() === `/${botInfo.username.toLowerCase()}`;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
