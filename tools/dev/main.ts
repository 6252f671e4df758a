/** `npm run dev`: emulators, database, service and pages, which follow the sources. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { DEMO_ADMIN, DEMO_USER } from '#tools/dev-env/demo-user.ts';
import { type Dev, startDev } from './dev.ts';
import { DEV_FOLDER, DEV_PORTS } from './folder.ts';

const SECRET = 'development';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(DEV_PORTS.app) },
    'telegram-port': { type: 'string', default: String(DEV_PORTS.telegram) },
    'market-port': { type: 'string', default: String(DEV_PORTS.market) },
    /** Where the database, the market and the logs lie. */
    data: { type: 'string', default: DEV_FOLDER },
    /** A market where things happen by command only. */
    still: { type: 'boolean', default: false },
    /** PostgreSQL logs each statement. */
    sql: { type: 'boolean', default: false },
    /** A debugger may attach to the service; its port follows each restart. */
    inspect: { type: 'boolean', default: false },
    'inspect-port': { type: 'string', default: '9229' },
  },
});

let dev: Promise<Dev> | null = null;
let isStopping = false;

/** A second Ctrl-C must not cut the clean-up short; npm hands one on to us beside the terminal's own. */
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  void dev?.then(
    (running) => running.close(),
    () => undefined,
  );
  process.stdin.destroy();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

function tellWhere({ urls }: Dev): void {
  console.log(`Chat and mini app:  ${urls.telegram}/?user=${DEMO_USER.id}`);
  console.log(`Web pages:          ${urls.pages}/`);
  console.log(`Market:             ${urls.market}/lv/transport/cars/`);
  const { first_name: name, id } = DEMO_ADMIN;
  console.log(`Administration:     ${urls.pages}/dev-login  (${name}, ${id}, secret ${SECRET}; after npm run seed)`);
  console.log(`Database:           ${urls.database}`);
  console.log(`Logs:               ${values.data}/service.log, ${values.data}/postgres.log`);
  console.log('r and Enter start the service anew, Ctrl-C ends everything.');
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  return isTaken ? `${message}: choose other ports, npm run dev -- --port 3001 --telegram-port 8083 …` : message;
}

dev = startDev({
  ports: {
    app: Number(values.port),
    telegram: Number(values['telegram-port']),
    market: Number(values['market-port']),
  },
  folder: values.data,
  still: values.still,
  sql: values.sql,
  nodeFlags: values.inspect ? [`--inspect=${values['inspect-port']}`] : [],
  tellFrom: process.env.LOG_LEVEL || 'warn',
  devLoginSecret: SECRET,
  tell: (line) => console.log(line),
});
try {
  const running = await dev;
  if (!isStopping) tellWhere(running);
  const typed = createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() === 'r') running.restart('by hand');
  });
  // Where there is no terminal there is nothing to type, and nothing to end for.
  typed.on('close', () => process.stdin.unref?.());
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
  process.stdin.destroy();
}
