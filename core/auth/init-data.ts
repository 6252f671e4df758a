import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { UnauthenticatedError } from '../errors.ts';

/** Who opened the mini app, as Telegram signed it. */
export interface InitData {
  readonly telegramId: number;
  readonly firstName: string;
  /** Language tag of the person's Telegram. */
  readonly languageCode: string | null;
  readonly authDate: Date;
}

const MAX_BYTES = 4096;
const MAX_FUTURE_S = 60;

const userSchema = z.looseObject({
  id: z.int().positive(),
  first_name: z.string(),
  language_code: z.string().optional(),
});

/**
 * Checks the launch string of a mini app.
 * @param maxAgeS how old, in seconds, it may be.
 * @throws UnauthenticatedError auth.invalidInitData, or auth.initDataExpired when it is signed but too old.
 */
export function verifyInitData(raw: string, botToken: string, now: Date, maxAgeS: number): InitData {
  const initData = readInitData(raw, botToken, now);
  if (ageS(initData.authDate, now) > maxAgeS) throw new UnauthenticatedError('auth.initDataExpired');
  return initData;
}

/**
 * What Telegram signed, however long ago: tells whose launch string it is, not that they are here.
 * @throws UnauthenticatedError auth.invalidInitData
 */
export function readInitData(raw: string, botToken: string, now: Date): InitData {
  const fields = readFields(raw);
  const hash = fields.get('hash');
  fields.delete('hash');
  if (!isSignedBy(fields, hash, botToken)) throw invalid();
  const authDate = readAuthDate(fields.get('auth_date'));
  const user = readUser(fields.get('user'));
  if (ageS(authDate, now) < -MAX_FUTURE_S) throw invalid();
  return {
    telegramId: user.id,
    firstName: user.first_name,
    languageCode: user.language_code ?? null,
    authDate,
  };
}

const ageS = (authDate: Date, now: Date) => (now.getTime() - authDate.getTime()) / 1000;

const invalid = () => new UnauthenticatedError('auth.invalidInitData');

/**
 * The signed text joins the fields with line feeds, so a line feed inside a value could move the border between two
 * fields without changing the signature; a key that stands twice would leave open which one was signed.
 */
function readFields(raw: string): Map<string, string> {
  if (Buffer.byteLength(raw) > MAX_BYTES) throw invalid();
  const fields = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(raw)) {
    if (fields.has(key) || /\p{Cc}/u.test(key + value)) throw invalid();
    fields.set(key, value);
  }
  return fields;
}

function isSignedBy(fields: ReadonlyMap<string, string>, hash: string | undefined, botToken: string): boolean {
  if (!hash || !/^[0-9a-f]{64}$/.test(hash)) return false;
  const lines = [...fields].map(([key, value]) => `${key}=${value}`).sort();
  return timingSafeEqual(signInitDataLines(lines.join('\n'), botToken), Buffer.from(hash, 'hex'));
}

/** The signature of the sorted `key=value` lines. */
export function signInitDataLines(lines: string, botToken: string): Buffer {
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest();
  return createHmac('sha256', secret).update(lines).digest();
}

function readAuthDate(value: string | undefined): Date {
  if (!value || !/^\d{9,11}$/.test(value)) throw invalid();
  return new Date(Number(value) * 1000);
}

function readUser(value: string | undefined): z.infer<typeof userSchema> {
  try {
    return userSchema.parse(JSON.parse(value ?? ''));
  } catch {
    throw invalid();
  }
}
