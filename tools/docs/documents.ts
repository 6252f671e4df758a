import { apiPage } from './api/api-page.ts';
import { describeServer } from './api/described-server.ts';
import { openApiFile, tidied } from './api/openapi-file.ts';
import { cliPage } from './cli/cli-page.ts';
import { programTree } from './cli/program-tree.ts';
import { dataModelPage } from './data-model/data-model-page.ts';
import { readTables } from './data-model/tables.ts';
import { envExample } from './settings/env-example.ts';
import { settingsPage } from './settings/settings-page.ts';

interface MadeDocument {
  /** From the root of the project. */
  readonly path: string;
  /** Its text; throws where the code leaves out what the document has to say. */
  readonly make: () => Promise<string>;
}

const describeCalls = async () => tidied(await describeServer());

/** Every document that is made of the code. */
export const DOCUMENTS: readonly MadeDocument[] = [
  { path: '.env.example', make: async () => envExample() },
  { path: 'docs/settings.md', make: async () => settingsPage() },
  { path: 'docs/api.md', make: async () => apiPage(await describeCalls()) },
  { path: 'docs/openapi.json', make: async () => openApiFile(await describeCalls()) },
  { path: 'docs/cli.md', make: async () => cliPage(programTree()) },
  { path: 'docs/data-model.md', make: async () => dataModelPage(await readTables()) },
];
