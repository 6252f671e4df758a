import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';

const ENTRY = path.join(import.meta.dirname, 'src/main.tsx');

/** The kit is one module that names all its parts; each page brings those it uses. */
const KIT = '/@telegram-apps/telegram-ui/';

/**
 * What the app cannot start without comes as one file. Left alone, the bundler makes a file of each module that a page
 * loaded later shares with it, and a phone would ask for twenty of them.
 */
function startFile(moduleId: string, graph: Rolldown.ChunkingContext): string | null {
  startModules ??= importedFrom(ENTRY, graph);
  return startModules.has(moduleId) ? 'start' : null;
}

let startModules: Set<string> | undefined;

function importedFrom(entry: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const moduleId of found) {
    for (const imported of graph.getModuleInfo(moduleId)?.importedIds ?? [])
      if (!imported.includes(KIT)) found.add(imported);
  }
  return found;
}

/** Most people begin in Latvian: its texts are fetched beside the app, not once the app asks for them. */
function preloadTexts(): Plugin {
  return {
    name: 'preload-texts',
    transformIndexHtml(_page, { bundle = {} }) {
      const source = path.join(import.meta.dirname, 'src/texts/lv.ts');
      return Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.facadeModuleId === source)
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` },
          injectTo: 'head',
        }));
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    preloadTexts(),
    // Not the page: the server writes into it.
    compression({ include: /\.(js|css|svg)$/, threshold: 1024, algorithms: ['brotliCompress', 'gzip'] }),
  ],
  build: {
    outDir: '../dist/webapp',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: startFile, debugName: 'start' }] } } },
  },
});
