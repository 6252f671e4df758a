import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** Puts what one benchmark has to say into the document, in the place it had before, or at the end. */
export function withSection(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${start}\n${text.trim()}\n${end}`;
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) return `${document.trimEnd()}\n\n${section}\n`;
  return document.slice(0, from) + section + document.slice(to + end.length);
}

/** What figures are worth nothing without: of which commit they are, and of which machine. */
export function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `Measured after commit ${commit} on ${machine}.`;
}
