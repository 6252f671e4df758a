import { describe, expect, it } from 'vitest';
import { programTree } from '../cli/program-tree.ts';
import { cliCommandFaults, commandFault } from './cli-commands.ts';
import { readDocument } from './document.ts';
import { faultLine } from './fault.ts';
import { filePathFaults } from './file-paths.ts';
import { linkFaults } from './links.ts';
import { npmScriptFaults } from './npm-scripts.ts';
import { settingNameFaults } from './setting-names.ts';

const page = (text: string, path = 'docs/page.md') => readDocument(path, text);

describe('links', () => {
  const other = page('# A title, with `code`\n\n## Twice\n\n## Twice\n', 'docs/other.md');
  const files = new Set(['docs/page.md', 'docs/other.md', 'docs/images', 'README.md']);
  const faultsOf = (text: string) => linkFaults([page(text), other], (path) => files.has(path)).map(faultLine);

  it('lead to files, folders and headings that exist', () => {
    const text =
      '# Here\n[a](other.md) [b](other.md#a-title-with-code) [c](other.md#twice-1) ![d](images) [e](#here) ' +
      '[f](../README.md) [g](https://example.com/x) [h](mailto:a@b.example)';
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['[a](gone.md)', 'docs/page.md:1 the link gone.md leads nowhere'],
    ['![a](images/gone.webp)', 'docs/page.md:1 the link images/gone.webp leads nowhere'],
    ['\n\n[a](#gone)', 'docs/page.md:3 the link #gone names a heading that does not exist'],
    ['[a](other.md#twice-2)', 'docs/page.md:1 the link other.md#twice-2 names a heading that does not exist'],
    ['[a](../../other.md)', 'docs/page.md:1 the link ../../other.md leads out of the project'],
    ['<img src="gone.png">', 'docs/page.md:1 the link gone.png leads nowhere'],
    ['[a][b]\n\n[b]: gone.md', 'docs/page.md:3 the link gone.md leads nowhere'],
    ['| a |\n|---|\n| [a](gone.md) |', 'docs/page.md:3 the link gone.md leads nowhere'],
  ])('%j is told', (text, fault) => expect(faultsOf(text)).toEqual([fault]));
});

describe('npm scripts', () => {
  const faultsOf = (text: string) =>
    npmScriptFaults([page(text)], new Set(['test', 'check', 'cli'])).map(({ what }) => what);

  it('exist, or are words of npm itself', () => {
    expect(
      faultsOf('`npm ci && npm test`, `npm run --silent check`, `npm exec tsc`, `npm run X`, `npm run …`'),
    ).toEqual([]);
  });

  it.each(['`npm run gone`', '`A=1 npm run gone && npm test`', '`npm gone`', '```sh\nnpm ci\nnpm run gone # why\n```'])(
    '%j is told',
    (text) => expect(faultsOf(text)).toEqual(['there is no npm script "gone"']),
  );
});

describe('commands of the command line', () => {
  const program = programTree();

  it.each([
    '`vanags users list --role basic --limit 5 | head`',
    '`npm run cli -- users grant-admin --telegram YOUR_ID`',
    '`sudo -u vanags /opt/vanags/bin/vanags migrate`',
    '`docker compose exec vanags vanags config check`',
    '`docker compose exec vanags sh`',
    '`docker compose stop vanags`',
    '`source <(vanags complete bash)`',
    '`vanags users promote|demote 7 basic`',
    '`vanags() { npm run --silent cli -- "$@"; }`',
    '`vanags --help`',
    '`vanags COMMAND`',
    '`vanags`',
  ])('%s is understood', (text) => expect(cliCommandFaults([page(text)], program)).toEqual([]));

  it.each([
    ['`vanags users fly`', 'there is no command "fly"'],
    ['`npm run --silent cli -- user list`', 'there is no command "user"'],
    ['`vanags users list --colour red`', 'there is no option --colour'],
    ['`vanags catalog models audi a4`', 'there is a word too many'],
    ['`vanags users promote|fly 7 basic`', 'there is no command "promote|fly"'],
    ['```sh\nvanags users list \\\n  --colour red\n```', 'there is no option --colour'],
    ['`docker compose exec vanags vanags users fly`', 'there is no command "fly"'],
    ['`docker compose run --rm vanags-2 vanags users fly`', 'there is no command "fly"'],
  ])('%j is told', (text, fault) => {
    expect(cliCommandFaults([page(text)], program).map(({ what }) => what.split('`: ')[1])).toEqual([fault]);
  });

  it('are not run when they are looked at', () => expect(commandFault(program, ['migrate'])).toBeNull());
});

describe('names of settings', () => {
  const faultsOf = (text: string) => settingNameFaults([page(text)], (name) => name === 'LOG_LEVEL' || name === 'ROLE');

  it('are known', () => expect(faultsOf('`LOG_LEVEL`, `LOG_LEVEL=debug`, `ROLE=web`, `HTTP`, `POST /x`')).toEqual([]));

  it.each(['`LOG_LEVLE`', '`LOG_LEVLE=debug`', '`ROLL=web`', '```sh\nLOG_LEVLE=debug npm start\n```'])(
    '%j is told',
    (text) => expect(faultsOf(text)).toHaveLength(1),
  );
});

describe('names of files', () => {
  const files = ['core/config.ts', 'core/ads/matches.ts', 'docs/page.md', 'docs/other.md', 'package.json'];
  const faultsOf = (text: string) => filePathFaults([page(text)], files).map(({ what }) => what);

  it('count from the root, from the folder of the document, or by the name alone', () => {
    expect(faultsOf('`core/config.ts` `other.md` `matches.ts` `package.json` `core/{config,ads/matches}.ts`')).toEqual(
      [],
    );
    expect(faultsOf('`core/` `core/ads/` `docs/` `/opt/vanags/` `elsewhere/ads/`')).toEqual([]);
    expect(faultsOf('```sh\nnode ./core/config.ts > new.json\ncp core/config.ts /srv/core/gone.ts\n```')).toEqual([]);
  });

  it.each([
    ['`core/confg.ts`', 'core/confg.ts'],
    ['`gone.ts`', 'gone.ts'],
    ['`core/{config,gone}.ts`', 'core/gone.ts'],
    ['`core/nothing/`', 'core/nothing/'],
    ['```sh\nnode core/gone.ts\n```', 'core/gone.ts'],
    ['```sh\nnode ./core/gone.ts --all\n```', 'core/gone.ts'],
  ])('%s is told', (text, file) =>
    expect(faultsOf(text)).toEqual([`there is no ${file.endsWith('/') ? 'folder' : 'file'} ${file}`]),
  );
});
