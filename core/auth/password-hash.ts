import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface StoredHash extends Cost {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Each hash holds 19 MiB and a thread: a crowd that logs in waits in a row instead of taking all of them. */
const oneOfTwo = pLimit(2);
const derive = promisify(argon2);

/** What the password of nobody is compared with. No password has it: its tag is not derived from any. */
const NOBODYS_HASH: StoredHash = { ...COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/** The PHC string of a new password, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, { ...COST, salt }, TAG_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether it is the password; takes as long when there is none to compare with. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hash === null ? NOBODYS_HASH : readHash(hash);
  const tag = await tagOf(password, stored, stored.tag.length);
  return timingSafeEqual(tag, stored.tag) && hash !== null;
}

/** Keyboards write one and the same letter composed or in parts, so what is hashed is the composed text (NFC). */
function tagOf(password: string, { salt, memory, passes, parallelism }: Cost & { salt: Buffer }, tagLength: number) {
  const message = password.normalize('NFC');
  return oneOfTwo(() => derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength }));
}

function readHash(phc: string): StoredHash {
  const parts = PHC.exec(phc)?.groups;
  if (!parts) throw new Error('a stored password hash is not a PHC string of argon2id');
  return {
    memory: Number(parts.memory),
    passes: Number(parts.passes),
    parallelism: Number(parts.parallelism),
    salt: Buffer.from(parts.salt ?? '', 'base64'),
    tag: Buffer.from(parts.tag ?? '', 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
