import type { EntityManager } from '@mikro-orm/postgresql';
import { charactersOf } from '../contracts/characters.ts';
import type { Role } from '../contracts/user.ts';
import { NotFoundError } from '../errors.ts';
import { type Locale, resolveLocale } from '../i18n/locales.ts';
import { User } from './user.entity.ts';

const MAX_NAME_CHARACTERS = 64;

interface UserDeps {
  readonly em: EntityManager;
  readonly signupRole: Role;
}

/** Somebody as Telegram names them. */
export interface NewUser {
  readonly telegramId: number;
  readonly firstName: string;
  /** Language tag of their Telegram. */
  readonly languageCode: string | null | undefined;
}

/** The users and their language. */
export class UserService {
  readonly #em: EntityManager;
  readonly #signupRole: Role;

  constructor(deps: UserDeps) {
    this.#em = deps.em;
    this.#signupRole = deps.signupRole;
  }

  findByTelegramId(telegramId: number): Promise<User | null> {
    return this.#em.findOne(User, { telegramId }, { refresh: true });
  }

  /** @throws NotFoundError user.notFound */
  async get(userId: number): Promise<User> {
    const user = await this.#em.findOne(User, userId, { refresh: true });
    if (!user) throw new NotFoundError('user.notFound');
    return user;
  }

  /** The user of a messaging account, made if there is none yet; a changed first name is kept. */
  async signUp(person: NewUser): Promise<{ user: User; created: boolean }> {
    const { telegramId } = person;
    const firstName = cleanFirstName(person.firstName);
    const known = await this.findByTelegramId(telegramId);
    if (known?.firstName === firstName) return { user: known, created: false };
    const [stored] = await this.#em.execute<{ created: boolean }[]>(
      `insert into users (telegram_id, first_name, role, language) values (?, ?, ?, ?)
       on conflict (telegram_id) do update set first_name = excluded.first_name, updated_at = now()
       returning (xmax = 0) as created`,
      [telegramId, firstName, this.#signupRole, resolveLocale(person.languageCode)],
    );
    return {
      user: await this.#em.findOneOrFail(User, { telegramId }, { refresh: true }),
      created: stored?.created ?? false,
    };
  }

  async setLanguage(userId: number, language: Locale): Promise<void> {
    const changed = await this.#em.nativeUpdate(User, { id: userId }, { language });
    if (changed === 0) throw new NotFoundError('user.notFound');
  }
}

/** Without what a database, a log or a chat cannot hold, and of a length that a page can show. */
export function cleanFirstName(name: string): string {
  const shown = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
  return charactersOf(shown.slice(0, 256))
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
    .replace(/\p{Cs}/gu, '');
}
