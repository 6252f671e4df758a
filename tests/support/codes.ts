import { noteSecret } from './noted-secrets.ts';

const CODE = /(?<!\d)\d{6}(?!\d)/;

/** The verification code that a message of the bot shows. */
export function codeIn(text: string): string {
  const [code] = CODE.exec(text) ?? [];
  if (code === undefined) throw new Error(`No code in: ${text}`);
  noteSecret(code);
  return code;
}
