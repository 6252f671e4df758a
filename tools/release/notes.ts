/** Why a version cannot be released, in words. */
export class NotesError extends Error {
  override readonly name = 'NotesError';
}

/**
 * The section of a version in a changelog, without its heading.
 * @param version as a tag or a number: `v1.2.3`, `1.2.3`
 * @throws NotesError when there is no such section, or nothing in it
 */
export function notesOf(changelog: string, version: string): string {
  const number = version.replace(/^v/, '');
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.match(/^\[?([^\s\]]+)/)?.[1] === number);
  if (section === undefined) throw new NotesError(`CHANGELOG.md has no section "## ${number}"`);
  const notes = section.slice(section.indexOf('\n') + 1).trim();
  const isEmpty = notes.split('\n').every((line) => line.trim() === '' || line.startsWith('#'));
  if (isEmpty) throw new NotesError(`the section "## ${number}" of CHANGELOG.md says nothing`);
  return notes;
}
