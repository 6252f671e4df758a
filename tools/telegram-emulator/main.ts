import { parseArgs } from 'node:util';
import { startTelegramEmulator } from './server.ts';
import type { SimulatedUser } from './types.ts';

/** People to begin with; more are added by the control API. */
const people: SimulatedUser[] = [
  { id: 5001, first_name: 'Anna', last_name: 'Bērziņa', username: 'anna_b', language_code: 'lv' },
  { id: 5002, first_name: 'Oliver', last_name: 'Grant', language_code: 'en' },
  { id: 5003, first_name: 'Ольга', last_name: 'Иванова', username: 'olga_iv', language_code: 'ru' },
];

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8081' },
    host: { type: 'string', default: '127.0.0.1' },
    hostname: { type: 'string' },
    token: { type: 'string' },
    'web-app': { type: 'string' },
  },
});

const emulator = await startTelegramEmulator({
  port: Number(values.port),
  host: values.host,
  users: people,
  ...(values.hostname ? { hostname: values.hostname } : {}),
  ...(values.token ? { token: values.token } : {}),
  ...(values['web-app'] ? { webAppUrl: values['web-app'] } : {}),
});
console.log(`Telegram emulator: ${emulator.url}  (TELEGRAM_API_ROOT, TELEGRAM_WEB_ORIGIN and TELEGRAM_LINK_ORIGIN)`);
console.log(`Bot token: ${emulator.token}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close());
