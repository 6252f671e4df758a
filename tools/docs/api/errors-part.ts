import { readFileSync } from 'node:fs';
import { ERROR_CODES } from '#core/contracts/error-codes.ts';
import { table } from '../generated.ts';

const TEXTS = new URL('../../../core/i18n/locales/en/errors.json', import.meta.url);

const SUBJECTS: Readonly<Record<string, string>> = {
  auth: 'Who asks',
  link: 'Log-ins by the chat',
  verification: 'Codes',
  user: 'Accounts',
  filter: 'Filters',
  ad: 'Ads',
  source: 'Sources',
  notification: 'Messages',
  problem: 'Reports',
  feedback: 'Feedback',
  plan: 'Plans',
  settings: 'Settings',
  alert: 'Alerts',
  request: 'Any call',
  service: 'The service',
};

/** Every code of a refusal with its English text, by subject. */
export function errorsPart(): string {
  const texts = JSON.parse(readFileSync(TEXTS, 'utf8')) as Record<string, Record<string, string>>;
  const rows = ERROR_CODES.map((code) => {
    const [subject = '', name = ''] = code.split('.');
    const about = SUBJECTS[subject];
    if (!about) throw new Error(`tools/docs/api/errors-part.ts: the subject of ${code} has no name`);
    return [about, `\`${code}\``, (texts[subject]?.[name] ?? '').replace(/\{\{(\w+)[^}]*\}\}/g, '*$1*')];
  });
  const isRepeated = (at: number) => rows[at]?.[0] === rows[at - 1]?.[0];
  const shown = rows.map(([about = '', ...rest], at) => [isRepeated(at) ? '' : about, ...rest]);
  return table(['About', 'Code', 'Text'], shown);
}
