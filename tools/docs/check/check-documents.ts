import { environmentSchema } from '#core/environment.ts';
import { programTree } from '../cli/program-tree.ts';
import { cliCommandFaults } from './cli-commands.ts';
import { readDocument } from './document.ts';
import type { Fault } from './fault.ts';
import { filePathFaults } from './file-paths.ts';
import { linkFaults } from './links.ts';
import { npmScriptFaults } from './npm-scripts.ts';
import { isInProject, projectFiles, readProjectFile } from './project.ts';
import { settingNameFaults } from './setting-names.ts';

/** Tells what was, by the names of then. */
const HISTORY = 'CHANGELOG.md';

/** Files whose names in capitals documents may speak of. */
const NAMING = /\.(ts|tsx|ya?ml|service|sh)$|Dockerfile$|Caddyfile$/;

/** Everything that the documents of the project say and that is not so, by file and line. */
export function checkDocuments(): Fault[] {
  const files = projectFiles();
  const documents = files
    .filter((file) => file.endsWith('.md'))
    .map((file) => readDocument(file, readProjectFile(file)));
  const ofToday = documents.filter(({ path }) => path !== HISTORY);
  const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> };
  const faults = [
    ...linkFaults(documents, isInProject),
    ...npmScriptFaults(ofToday, new Set(Object.keys(scripts))),
    ...cliCommandFaults(ofToday, programTree()),
    ...settingNameFaults(ofToday, knownNames(files)),
    ...filePathFaults(ofToday, files),
  ];
  return faults.sort((one, other) => one.path.localeCompare(other.path) || one.line - other.line);
}

/** Settings, and what sources and the files of deployment call so: constants of code, variables of tools. */
function knownNames(files: readonly string[]): (name: string) => boolean {
  const settings = new Set(Object.keys(environmentSchema.shape));
  let sources: string | null = null;
  return (name) => {
    if (settings.has(name)) return true;
    sources ??= files
      .filter((file) => NAMING.test(file) && !file.startsWith('tools/docs/'))
      .map(readProjectFile)
      .join('\n');
    return new RegExp(`\\b${name}\\b`).test(sources);
  };
}
