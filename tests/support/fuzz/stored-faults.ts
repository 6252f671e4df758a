import { usernameFault } from '#core/contracts/account-rules.ts';
import { cleanText, countCharacters, hasUnwritable } from '#core/contracts/characters.ts';
import { MAX_COMMENT_CHARACTERS } from '#core/contracts/feedback.ts';
import { filterBodySchema, MAX_FILTERS } from '#core/contracts/filter.ts';
import { filtersResponseSchema } from '#core/contracts/filter-answers.ts';
import { MAX_PROBLEM_CHARACTERS, MIN_PROBLEM_CHARACTERS } from '#core/contracts/problem.ts';
import { activeFilterLimit } from '#core/limits/limits.ts';
import type { TestApp } from '../test-app.ts';

type Row = Readonly<Record<string, unknown>>;

/** What is stored although no contract would let it in, in words; empty: all is well. */
export async function storedFaults({ core }: TestApp): Promise<string[]> {
  const rows = (statement: string) => core.orm.em.fork().execute<Row[]>(statement);
  const told = (kind: string, found: readonly Row[], isRight: (row: Row) => boolean) =>
    found.filter((row) => !isRight(row)).map((row) => `${kind} ${JSON.stringify(row)}`);
  return [
    ...told('user', await rows('select first_name, username, email, phone from users'), isUser),
    ...told('problem', await rows('select text from problems'), isProblem),
    ...told('feedback', await rows('select rating, email, comment from feedback'), isFeedback),
    ...told('filters', await rows(FILTER_COUNTS), hasAllowedFilters),
    ...told('orphan', await rows(ORPHANS), () => false),
  ];
}

/** What is wrong with an answer that lists filters: each, sent back, must be taken as it is. */
export function filterFaults(answer: unknown): string[] {
  return Object.values(filtersResponseSchema.parse(answer)).flatMap(([filter]) => {
    const { brandName: _, modelNames: __, alertsThisWeek: ___, lastAlertAt: ____, ...sent } = filter ?? ({} as never);
    const read = filterBodySchema.safeParse({ filters: sent });
    return read.success && JSON.stringify(read.data.filters) === JSON.stringify(sent) ? [] : [JSON.stringify(sent)];
  });
}

const FILTER_COUNTS = `
  select role, count(filters.id)::int as stored, count(filters.id) filter (where active)::int as active
  from users left join filters on filters.user_id = users.id
  group by users.id`;

const ORPHANS = ['filters', 'sessions', 'feedback', 'hidden_ads', 'plan_requests', 'recipients', 'notifications']
  .map((table) => `select '${table}' as "table", user_id from ${table} where user_id not in (select id from users)`)
  .join(' union all ');

const isClean = (text: unknown): text is string =>
  typeof text === 'string' && cleanText(text) === text && !hasUnwritable(text);

function isUser({ first_name: name, username, email, phone }: Row): boolean {
  return (
    typeof name === 'string' &&
    !hasUnwritable(name) &&
    (username === null || usernameFault(String(username)) === null) &&
    (email === null || /^[\x21-\x7e]+@[\x21-\x7e]+\.[\x21-\x7e]+$/.test(String(email))) &&
    (phone === null || /^\+\d{7,15}$/.test(String(phone)))
  );
}

function isProblem({ text }: Row): boolean {
  const characters = isClean(text) ? countCharacters(text) : 0;
  return characters >= MIN_PROBLEM_CHARACTERS && characters <= MAX_PROBLEM_CHARACTERS;
}

function isFeedback({ rating, email, comment }: Row): boolean {
  return (
    Number.isInteger(rating) &&
    Number(rating) >= 1 &&
    Number(rating) <= 5 &&
    (email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(email))) &&
    isClean(comment) &&
    countCharacters(comment) <= MAX_COMMENT_CHARACTERS
  );
}

function hasAllowedFilters({ role, stored, active }: Row): boolean {
  return Number(stored) <= MAX_FILTERS && Number(active) <= activeFilterLimit(String(role));
}
