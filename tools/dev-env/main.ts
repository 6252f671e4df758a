/** The demo: database, emulators and service together, a user who looks for a car, and a market that lives. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startDemo } from './demo.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    'telegram-port': { type: 'string', default: '8081' },
    'market-port': { type: 'string', default: '8082' },
    /** A market where things happen by command only, for browser tests. */
    still: { type: 'boolean', default: false },
    /** A file that gets every line of the log, from the finest level up. */
    log: { type: 'string' },
  },
});

/** Another one each time: nobody else on the network may be an administrator of the demo. */
const devLoginSecret = process.env.DEV_LOGIN_SECRET || randomBytes(6).toString('hex');

try {
  const demo = await startDemo({
    ports: {
      app: Number(values.port),
      telegram: Number(values['telegram-port']),
      market: Number(values['market-port']),
    },
    still: values.still,
    ...(values.log === undefined ? {} : { logFile: values.log }),
    devLoginSecret,
  });
  let stopping = false;
  const stop = () => {
    // A second Ctrl-C must not cut the clean-up short; npm hands one on to us beside the terminal's own.
    if (stopping) return;
    stopping = true;
    void demo.close().finally(() => {
      process.exitCode = 0;
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const reason = error instanceof Error ? error.message : String(error);
  console.error(taken ? `${reason}: another demo runs? Choose other ports: npm run demo -- --port 3001 …` : reason);
  process.exitCode = 1;
}
