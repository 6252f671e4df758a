import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What is not of the project, by the names of folders. */
const FOREIGN = new Set(['.git', 'node_modules', 'dist', 'coverage', 'test-results', 'playwright-report', 'reports']);
const isForeign = (name: string) => FOREIGN.has(name) || /^\.(data|stryker)/.test(name);

/** Every file of the project by its path from the root. */
export function projectFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isForeign(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? projectFiles(path) : [path];
  });
}

export const readProjectFile = (path: string) => readFileSync(join(ROOT, path), 'utf8');
export const isInProject = (path: string) => existsSync(join(ROOT, path));
