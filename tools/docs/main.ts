import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocuments } from './check/check-documents.ts';
import { faultLine } from './check/fault.ts';
import { isInProject, ROOT, readProjectFile } from './check/project.ts';
import { DOCUMENTS } from './documents.ts';

// Without a word: makes the documents. With --check: says which are stale, and what documents say that is not so.
const isCheck = process.argv.includes('--check');
const faults: string[] = [];

for (const { path, make } of DOCUMENTS) {
  try {
    const text = await make();
    if (!isCheck) writeFileSync(join(ROOT, path), text);
    else if (!isInProject(path) || readProjectFile(path) !== text)
      faults.push(`${path}:1 is not what the code says: npm run docs`);
  } catch (error) {
    faults.push(`${path}:1 cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}
if (isCheck) faults.push(...checkDocuments().map(faultLine));

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
