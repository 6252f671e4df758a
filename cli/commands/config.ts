import type { Command } from 'commander';
import { loadConfig } from '#core/config.ts';
import type { CliDeps } from '../deps.ts';
import { plainJson } from '../plain-text.ts';

const SECRET = '[set]';

export function addConfigCommands(program: Command, deps: CliDeps): void {
  program
    .command('config')
    .description('settings of the service')
    .command('check')
    .description('read the settings as the service would; prints them without secrets')
    .option('--json', 'print JSON, as it does anyway')
    .action(() => {
      const config = loadConfig(deps.environment);
      deps.print(
        plainJson({
          ...config,
          database: { ...config.database, url: config.database.url && withoutPassword(config.database.url) },
          telegram: { ...config.telegram, token: config.telegram.token && SECRET },
          bot: config.bot.mode === 'webhook' ? { mode: 'webhook', secret: SECRET } : config.bot,
          devLoginSecret: config.devLoginSecret && SECRET,
        }),
      );
    });
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = SECRET;
  return url.href;
}
