/** Something in a document that is not so. */
export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly what: string;
}

export const faultLine = ({ path, line, what }: Fault) => `${path}:${line} ${what}`;
