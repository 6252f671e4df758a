import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { BotApiSchema } from './schema-generator.ts';

const cacheFile = path.join(import.meta.dirname, 'bot-api.schema.json');

/**
 * The schema of the Bot API at the level of the installed grammY: from the cache file, or generated into it when it is
 * missing or of another version.
 */
export async function loadBotApiSchema(): Promise<BotApiSchema> {
  const version = installedVersion();
  const cached = readCache();
  if (cached?.version === version) return cached;
  // The compiler is loaded only when it is needed: that alone takes longer than the rest of the start.
  const { generateBotApiSchema } = await import('./schema-generator.ts');
  const schema = generateBotApiSchema(version);
  // Several test processes may write at once: each renames a complete file into place.
  const draft = `${cacheFile}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(schema)}\n`);
  renameSync(draft, cacheFile);
  return schema;
}

/** grammY's version and a mark of the generator, so that a change of either makes the cache stale. */
function installedVersion(): string {
  const manifest = findPackageJSON('grammy', import.meta.url);
  if (!manifest) throw new Error('grammy is not installed.');
  const grammy = JSON.parse(readFileSync(manifest, 'utf8')).version as string;
  const generator = readFileSync(path.join(import.meta.dirname, 'schema-generator.ts'));
  return `${grammy}-${createHash('sha256').update(generator).digest('hex').slice(0, 8)}`;
}

function readCache(): BotApiSchema | undefined {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as BotApiSchema;
  } catch {
    return undefined;
  }
}
