import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the service is made of: folders with all that is in them, and files of the root. */
const FOLDERS = ['core', 'api', 'bot', 'migrations'];
const FILES = new Set(['main.ts', 'app.ts']);
/** An editor writes a file in more than one step. */
const REST_MS = 100;

/** Whether a change of the file, named from the root, changes what the service does: sources and texts, no tests. */
export function isOfService(file: string): boolean {
  const [folder = ''] = file.split(path.sep);
  const isSource = /\.(ts|json)$/.test(file) && !/\.test\.ts$|(^|[/\\])\./.test(file);
  return isSource && (FILES.has(file) || (FOLDERS.includes(folder) && folder !== file));
}

/** Calls back with the name of a changed file once there is a rest; answers how to end. */
export function watchSources(changed: (file: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const see = (file: string) => {
    if (!isOfService(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, REST_MS, file);
  };
  const watchers: FSWatcher[] = FOLDERS.map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => see(path.join(folder, name ?? ''))),
  );
  watchers.push(watch(ROOT, (_event, name) => see(name ?? '')));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
