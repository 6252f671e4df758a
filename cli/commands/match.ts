import type { Command } from 'commander';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { explainInWords, explanationWords } from '#core/matching/explanation.ts';
import type { MatchExplanation } from '#core/matching/match-explainer.ts';
import { parseId } from '../arguments.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { stateLines } from '../match-state.ts';
import { printRows } from '../output.ts';
import { plainJson, signsOf } from '../plain-text.ts';

interface Options {
  readonly filter: string;
  readonly ad: string;
  readonly json?: boolean;
}

export function addMatchCommands(program: Command, deps: CliDeps): void {
  program
    .command('match')
    .description('why an ad matches a filter')
    .command('explain')
    .description('field by field: what the filter asks and what the ad says; and what became of the alert')
    .requiredOption('--filter <id>', 'the filter’s id')
    .requiredOption('--ad <id>', 'the ad’s id')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const filterId = parseId(options.filter, 'a filter id');
      const adId = parseId(options.ad, 'an ad id');
      const explanation = await withCore(deps, (core) => core.matchExplainer.explain(filterId, adId));
      if (options.json) deps.print(plainJson(explanationJson(explanation)));
      else printExplanation(deps, explanation);
    });
}

function printExplanation(deps: CliDeps, explanation: MatchExplanation): void {
  const words = explanationWords(createI18n(loadResources()), 'en');
  const { matches, facts, rest } = explainInWords(explanation.checks, words);
  const signs = signsOf(deps.environment);
  deps.print(deps.bold(matches ? 'The ad matches.' : 'The ad does not match.'));
  const rows = facts.map(({ label, wanted, found, ok }) => ({
    field: label,
    'filter asks': wanted,
    'ad says': found,
    fits: ok ? signs.yes : signs.no,
  }));
  if (rows.length > 0) printRows(deps, {}, { rows, empty: '' });
  if (rest !== null) deps.print(rest);
  const lines = stateLines(explanation);
  deps.print(['', ...lines].join('\n'));
}

/** Every fact, also those that the filter leaves open, and the state whole. */
function explanationJson({ filter, ad, checks, circumstances }: MatchExplanation) {
  const { goneAt = null, supersededAt = null } = ad;
  return {
    matches: checks.every((check) => check.ok),
    checks,
    state: {
      filter: { id: filter.id, userId: filter.userId, active: filter.active, editedAt: filter.editedAt },
      ad: { id: ad.id, goneAt, supersededAt },
      ...circumstances,
    },
  };
}
