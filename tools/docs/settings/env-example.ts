import { wrap } from '../wrap.ts';
import { listed, type SettingFacts, settingFacts } from './setting-facts.ts';

const HEAD = `# Settings of Vanags. Everything has a default but the bot's token.
# A line that is commented out shows the default, or an example where there is none.
# Made by \`npm run docs\` of core/environment.ts; docs/settings.md has the same as a table.`;

/** What docker-compose.yml asks for beside the settings of the service. */
const COMPOSE = `# --- docker-compose.yml alone ---
# The password of its PostgreSQL, letters and digits: openssl rand -hex 24
# POSTGRES_PASSWORD=
# The host that Caddy gets a certificate for, with the profile proxy.
# SITE=vanags.example.org`;

/** The file .env.example. */
export function envExample(): string {
  const groups = settingFacts().map(({ title, settings }) =>
    [`# --- ${title} ---`, ...settings.flatMap(settingLines)].join('\n'),
  );
  return `${[HEAD, ...groups, COMPOSE].join('\n\n')}\n`;
}

function settingLines({ name, description, choices, range, byDefault, example, isRequired }: SettingFacts): string[] {
  const isSaid = choices.length > 0 && choices.every((choice) => new RegExp(`\\b${choice}\\b`).test(description));
  const values = isSaid ? '' : (range ?? listed(choices));
  return [
    ...wrap(values === '' ? description : `${description} ${values}`, '# '),
    `${isRequired ? '' : '# '}${name}=${byDefault ?? example ?? ''}`,
  ];
}
