import { readFileSync } from 'node:fs';
import type { Resource } from 'i18next';
import { NAMESPACES } from './create-i18n.ts';
import { LOCALES } from './locales.ts';

/** All texts of all languages, for the sides that run on Node. The mini app imports its own files. */
export function loadResources(): Resource {
  return Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      Object.fromEntries(
        NAMESPACES.map((namespace) => [
          namespace,
          JSON.parse(readFileSync(new URL(`./locales/${locale}/${namespace}.json`, import.meta.url), 'utf8')),
        ]),
      ),
    ]),
  );
}
