import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { readDockerIgnore } from './docker-ignore.ts';
import { type CopyLine, copyLines, linesOf, readStages, type Stage } from './dockerfile.ts';
import { exchange, lockTree, nextOf, PARTS, prepareFolder, removeTree } from './folder.ts';
import { StageError } from './stage-error.ts';

/** The command line. A link to it may stand on the PATH; it knows the settings of the service where it may read them. */
const VANAGS = `#!/bin/sh
bin=$(dirname -- "$(readlink -f -- "$0")")
if [ -r /etc/vanags.env ]; then
  exec "$bin/node" --env-file=/etc/vanags.env "$bin/../app/cli/main.ts" "$@"
fi
exec "$bin/node" "$bin/../app/cli/main.ts" "$@"
`;

export interface StageOptions {
  readonly checkout: string;
  /** Where the stage is to stand. */
  readonly folder: string;
  /** The program of npm, which installs the packages. */
  readonly npm: string;
}

/**
 * Builds, without an engine, what the last stage of the Dockerfile holds: `app`, and `bin` with Node and the command
 * line. An earlier stage in the folder serves until the new one is whole.
 * @throws StageError
 */
export function stage(options: StageOptions): void {
  const { checkout, folder } = options;
  const stages = readStages(readFileSync(path.join(checkout, 'Dockerfile'), 'utf8'));
  const last = stages.at(-1);
  if (!last) throw new StageError('The Dockerfile has no stage');
  prepareFolder(folder);
  try {
    for (const line of copyLines(last).toSorted(checkoutFirst)) bring(line, stages, options);
    addPrograms(nextOf(folder, 'bin'));
    lockTree(nextOf(folder, 'app'), 0o444);
    lockTree(nextOf(folder, 'bin'), 0o555);
    exchange(folder);
  } finally {
    for (const part of PARTS) removeTree(nextOf(folder, part));
  }
}

/** npm reads the manifest in the tree. */
const checkoutFirst = (a: CopyLine, b: CopyLine) => Number(a.from !== null) - Number(b.from !== null);

function bring(line: CopyLine, stages: readonly Stage[], { checkout, folder, npm }: StageOptions): void {
  const app = nextOf(folder, 'app');
  if (line.from === null) copyFromCheckout(line, checkout, app);
  else if (line.from === 'dependencies') installAs(stages, npm, app);
  else copyBuilt(line, checkout, app);
}

/** What the checkout itself builds lies there where it lies in the image. */
function copyBuilt({ sources, destination }: CopyLine, checkout: string, app: string): void {
  for (const source of sources) {
    const built = path.join(checkout, path.posix.relative('/app', source));
    if (!existsSync(built)) throw new StageError(`${built} is not there: npm run build`);
    cpSync(built, path.join(app, destination), { recursive: true });
  }
}

function copyFromCheckout({ sources, destination }: CopyLine, checkout: string, app: string): void {
  const isLet = readDockerIgnore(readFileSync(path.join(checkout, '.dockerignore'), 'utf8'));
  for (const source of sources) {
    const from = path.join(checkout, source);
    if (!existsSync(from)) throw new StageError(`${from} is not there, but the Dockerfile copies it`);
    const isFolder = statSync(from).isDirectory();
    const files = isFolder ? filesBelow(from) : [''];
    // As an engine does: a folder's files go into the destination, a file into it by its name.
    const to = path.join(app, destination, isFolder ? '' : path.basename(source));
    for (const file of files) {
      if (isLet(path.posix.join(source, file))) copy(path.join(from, file), path.join(to, file));
    }
  }
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function installAs(stages: readonly Stage[], npm: string, app: string): void {
  const packages = stages.find(({ name }) => name === 'dependencies');
  for (const { words } of packages ? linesOf(packages, 'RUN') : []) install(words, npm, app);
}

function install([program, ...words]: readonly string[], npm: string, app: string): void {
  if (program !== 'npm') throw new StageError(`The stage of the packages runs ${program}, not npm alone`);
  const done = spawnSync(process.execPath, [npm, ...words], { cwd: app, env: cleanEnvironment(), encoding: 'utf8' });
  if (done.status === 0) return;
  const why = done.error?.message ?? `${done.stderr}`.trim().split('\n').slice(0, 3).join(' ');
  throw new StageError(`npm ${words.join(' ')} failed: ${why}`);
}

/** What npm needs to reach its registry, and nothing of the checkout that it was started in. */
const KEPT =
  /^(PATH|HOME|LANG|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(registry|cache|userconfig))$/i;

const cleanEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)));

function addPrograms(bin: string): void {
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, path.join(bin, 'node'));
  writeFileSync(path.join(bin, 'vanags'), VANAGS);
}
