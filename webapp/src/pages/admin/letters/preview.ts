import { PREVIEW_CHARACTERS } from '#core/contracts/admin-letters.ts';
import { charactersOf } from '#core/contracts/characters.ts';

/** How a letter begins, on one line, as long as a list shows it; an ellipsis says that there is more. */
export function previewOf(text: string): string {
  const characters = charactersOf(text.replace(/\s*[\r\n]\s*/g, ' '));
  if (characters.length <= PREVIEW_CHARACTERS) return characters.join('');
  return `${characters.slice(0, PREVIEW_CHARACTERS).join('').trimEnd()}…`;
}
