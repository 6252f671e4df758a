import { GENERATED, page, table } from '../generated.ts';
import { listed, type SettingFacts, settingFacts } from './setting-facts.ts';

const INTRODUCTION = `The service reads its settings once, at start: from the environment, and from the file \`.env\` beside it where there is
one. [.env.example](../.env.example) is such a file to begin with. An empty setting counts as unset. Where something is
wrong the service does not start and names every fault at once; \`npm run cli -- config check\` does the same without
starting, and prints the settings without secrets.`;

const RULES = `Rules that only show when settings are seen together; the service does not start where one is broken.`;

/** docs/settings.md */
export function settingsPage(): string {
  const groups = settingFacts();
  const rules = groups.flatMap(({ settings }) => settings.flatMap(ruleRows));
  return page(
    '# Settings',
    GENERATED,
    INTRODUCTION,
    ...groups.flatMap(({ title, settings }) => [`## ${title}`, settingsTable(settings)]),
    '## Rules across settings',
    RULES,
    table(['Setting', 'Rule'], rules),
  );
}

function settingsTable(settings: readonly SettingFacts[]): string {
  const rows = settings.map((setting) => [
    `\`${setting.name}\``,
    codeOfPlaces(setting.description),
    setting.range ?? (listed(setting.choices.map(code)) || setting.kind),
    setting.byDefault === null ? '' : code(setting.byDefault),
    setting.rules.filter(isNeed).map(needInWords).join('; '),
  ]);
  return table(['Setting', 'Meaning', 'Values', 'Default', 'Needed'], rows);
}

const code = (text: string) => `\`${text}\``;

const ruleRows = ({ name, rules }: SettingFacts) => rules.map((rule) => [`\`${name}\``, assignmentsAsCode(rule)]);

const NEED = /^is needed /;
const isNeed = (rule: string) => NEED.test(rule);
const needInWords = (rule: string) => assignmentsAsCode(rule.replace(NEED, ''));

/** `BOT_MODE=webhook` */
const assignmentsAsCode = (text: string) => text.replace(/\b[A-Z][A-Z_]*=[\w-]+/g, '`$&`');

/** Names of settings, addresses and paths in a meaning, which stands in a plain file, too. */
const codeOfPlaces = (text: string) =>
  text.replace(
    /`[^`]+`|https?:\/\/[\w.:/]+\w|\/[a-z][\w-]*|\b[A-Z]+(_[A-Z]+)+\b(=[\w-]+)?|\bSOURCE=[\w-]+/g,
    (found) => (found.startsWith('`') ? found : `\`${found}\``),
  );
