import { DockerfileParser, type Instruction, ModifiableInstruction } from 'dockerfile-ast';

/** One of the images that a Dockerfile makes; the last is the one that is kept. */
export interface Stage {
  readonly name: string | null;
  /** Without its FROM. */
  readonly lines: readonly Line[];
}

export interface Line {
  readonly keyword: string;
  /** `--from=build` is `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What stands behind keyword and flags, as it is written, and in words. */
  readonly text: string;
  readonly words: readonly string[];
}

/** What a COPY line brings. */
export interface CopyLine {
  /** The stage that it is taken from; null: the checkout. */
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly destination: string;
}

export function readStages(dockerfile: string): Stage[] {
  const parsed = DockerfileParser.parse(dockerfile);
  const stages = parsed.getFROMs().map((from) => ({ name: from.getBuildStage(), lines: [] as Line[] }));
  let stage = -1;
  for (const instruction of parsed.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') stage += 1;
    else stages[stage]?.lines.push(lineOf(instruction));
  }
  return stages;
}

function lineOf(instruction: Instruction): Line {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  const words = instruction.getArguments().map((argument) => argument.getValue());
  return {
    keyword: instruction.getKeyword(),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    text: instruction.getArgumentsContent() ?? '',
    words,
  };
}

/** The lines of one kind, such as RUN. */
export const linesOf = ({ lines }: Stage, keyword: string): Line[] => lines.filter((line) => line.keyword === keyword);

export function copyLines(stage: Stage): CopyLine[] {
  return linesOf(stage, 'COPY').map(({ flags, words }) => ({
    from: flags.from ?? null,
    sources: words.slice(0, -1),
    destination: words.at(-1) ?? '.',
  }));
}
