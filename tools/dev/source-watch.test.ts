import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfService } from './source-watch.ts';

const named = (file: string) => file.replaceAll('/', path.sep);

test.each(['main.ts', 'app.ts', 'core/matching/matches.ts', 'core/i18n/locales/lv/bot.json', 'api/routes/alerts.ts'])(
  'a change of %s starts the service anew',
  (file) => expect(isOfService(named(file))).toBe(true),
);

test.each([
  ...['core', 'core.ts', 'package.json', 'webapp/src/App.tsx', 'cli/main.ts', 'core/matching/matches.test.ts'],
  ...['migrations/.snapshot-app.json', 'core/README.md', 'bot/.#menu.ts', 'bot/menu.ts~', 'tests/support/any-text.ts'],
])('a change of %s does not', (file) => expect(isOfService(named(file))).toBe(false));
