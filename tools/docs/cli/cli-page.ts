import type { Command, Option } from 'commander';
import { EXIT } from '#cli/failures.ts';
import { GENERATED, page, table } from '../generated.ts';
import { commandsOf, pathOf } from './program-tree.ts';

const INTRODUCTION = `\`npm run cli -- COMMAND\` in a clone, \`vanags COMMAND\` in the image and in the folder without a container. Every command
but \`restore\` works beside a running service. All read the same [settings](settings.md); none needs the bot's token. Rows go to standard
output, all else to standard error. What cannot be undone asks first, or takes \`--yes\`; \`--help\` behind any command
explains it.`;

const EXIT_CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  failed: 'failed, or refused; one line says why',
  usage: 'the command line is wrong: no such command or option, a word too few or too many',
  atSignal: 'broken off by a signal',
};

/** docs/cli.md */
export function cliPage(program: Command): string {
  const commands = commandsOf(program);
  return page(
    '# The command line',
    GENERATED,
    INTRODUCTION,
    table(
      ['Command', 'What it does'],
      commands.map((command) => [
        `[\`${pathOf(command)}\`](#${pathOf(command).replaceAll(' ', '-')})`,
        command.description(),
      ]),
    ),
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      Object.entries(EXIT).map(([name, code]) => [String(code), EXIT_CODES[name as keyof typeof EXIT]]),
    ),
    ...program.commands.flatMap(subjectPart),
  );
}

function subjectPart(subject: Command): string[] {
  const parts = commandsOf(subject).map(commandPart);
  // A command that stands alone is its own subject.
  if (subject.commands.length === 0) return parts;
  return [`## ${subject.name()}: ${subject.description()}`, ...parts];
}

function commandPart(command: Command): string {
  if (!command.description()) throw new Error(`the command ${pathOf(command)} has no description`);
  const standsAlone = !command.parent?.parent && command.commands.length === 0;
  const level = standsAlone ? '##' : '###';
  const rows = [...argumentRows(command), ...command.options.filter(({ hidden }) => !hidden).map(optionRow)];
  const parts = [
    `${level} ${pathOf(command)}`,
    `${sentence(command.description())}`,
    `\`\`\`text\n${usageOf(command)}\n\`\`\``,
    ...(rows.length > 0 ? [table(['Argument or option', 'Meaning', 'Default'], rows)] : []),
  ];
  return parts.join('\n\n');
}

/** With the name of the program before each line of it. */
const usageOf = (command: Command) =>
  `vanags ${pathOf(command)} ${command.usage()}`
    .trim()
    .replace(' [command]', '')
    .replace(/\n\s+vanags/g, '\nvanags');

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function argumentRows(command: Command): string[][] {
  return command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}…` : argument.name();
    // As the line above says it: what is needed in most cases may give way to an option.
    const isNeeded = argument.required || command.usage().includes(`<${name}>`);
    return [`\`${isNeeded ? `<${name}>` : `[${name}]`}\``, argument.description, ''];
  });
}

function optionRow(option: Option): string[] {
  const choices = option.argChoices ? `: ${option.argChoices.map((choice) => `\`${choice}\``).join(', ')}` : '';
  const byDefault = option.defaultValue === undefined ? '' : `\`${String(option.defaultValue)}\``;
  return [`\`${option.flags}\``, `${option.description}${choices}${option.mandatory ? '; needed' : ''}`, byDefault];
}
