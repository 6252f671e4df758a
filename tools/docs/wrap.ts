const LINE_WIDTH = 120;

/** The text in lines of at most the width of a page, each with `prefix`. */
export function wrap(text: string, prefix = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && prefix.length + line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(prefix + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, prefix + line];
}
