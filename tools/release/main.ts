/** Prints the notes of a release: `npm run --silent release:notes -- v1.2.3`; fails where they cannot be right. */
import { readFileSync } from 'node:fs';
import { NotesError, notesOf } from './notes.ts';

const [tag = ''] = process.argv.slice(2);
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

try {
  const { version } = JSON.parse(read('package.json'));
  const notes = notesOf(read('CHANGELOG.md'), tag);
  if (tag.replace(/^v/, '') !== version) throw new NotesError(`the tag is ${tag}, but package.json says ${version}`);
  console.log(notes);
} catch (error) {
  if (!(error instanceof NotesError)) throw error;
  console.error(`Nothing to release: ${error.message}.`);
  process.exitCode = 1;
}
