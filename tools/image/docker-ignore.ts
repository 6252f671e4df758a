/**
 * Reads a `.dockerignore` as an engine does: the last line that matches a path, or a folder above it, decides.
 * @returns whether a file, told by its path from the checkout with slashes, is let through.
 */
export function readDockerIgnore(text: string): (file: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), shape: shapeOf(line.replace(/^!/, '')) }));
  return (file) => rules.findLast(({ shape }) => shape.test(file))?.lets ?? true;
}

const WILDCARDS: Readonly<Record<string, string>> = { '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function shapeOf(pattern: string): RegExp {
  const body = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/\*\*\/|\*\*|\*|\?|[\\^$.+()[\]{}|]/g, (part) => WILDCARDS[part] ?? `\\${part}`);
  return new RegExp(`^${body}(/|$)`);
}
