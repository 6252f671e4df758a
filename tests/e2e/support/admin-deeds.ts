import type { Language } from './accounts.ts';

export type Deed = 'promoteBasic' | 'promoteAdvanced' | 'demoteBasic' | 'demoteUser' | 'delete';

interface DeedWords {
  /** In the menu, and on the button of the dialog. */
  readonly choice: string;
  readonly question: (name: string) => string;
  readonly done: (name: string) => string;
  readonly failed: (name: string) => string;
}

/** What the console says about each deed. */
export const DEEDS: Readonly<Record<Language, Readonly<Record<Deed, DeedWords>>>> = {
  lv: {
    promoteBasic: {
      choice: 'Paaugstināt līdz „Pamata”',
      question: (name) => `${name}: paaugstināt līdz „Pamata”?`,
      done: (name) => `${name}: loma paaugstināta līdz „Pamata”.`,
      failed: (name) => `Neizdevās paaugstināt lietotāju „${name}” līdz „Pamata”.`,
    },
    promoteAdvanced: {
      choice: 'Paaugstināt līdz „Paplašinātais”',
      question: (name) => `${name}: paaugstināt līdz „Paplašinātais”?`,
      done: (name) => `${name}: loma paaugstināta līdz „Paplašinātais”.`,
      failed: (name) => `Neizdevās paaugstināt lietotāju „${name}” līdz „Paplašinātais”.`,
    },
    demoteBasic: {
      choice: 'Pazemināt līdz „Pamata”',
      question: (name) => `${name}: pazemināt līdz „Pamata”?`,
      done: (name) => `${name}: loma pazemināta līdz „Pamata”.`,
      failed: (name) => `Neizdevās pazemināt lietotāju „${name}” līdz „Pamata”.`,
    },
    demoteUser: {
      choice: 'Pazemināt līdz „Lietotājs”',
      question: (name) => `${name}: pazemināt līdz „Lietotājs”?`,
      done: (name) => `${name}: loma pazemināta līdz „Lietotājs”.`,
      failed: (name) => `Neizdevās pazemināt lietotāju „${name}” līdz „Lietotājs”.`,
    },
    delete: {
      choice: 'Dzēst lietotāju',
      question: (name) => `${name}: dzēst lietotāju?`,
      done: (name) => `${name}: lietotājs ir dzēsts.`,
      failed: (name) => `Neizdevās dzēst lietotāju „${name}”.`,
    },
  },
  en: {
    promoteBasic: {
      choice: 'Promote to Basic',
      question: (name) => `Promote ${name} to Basic?`,
      done: (name) => `${name} promoted to Basic.`,
      failed: (name) => `Failed to promote User ${name} to Basic.`,
    },
    promoteAdvanced: {
      choice: 'Promote to Advanced',
      question: (name) => `Promote ${name} to Advanced?`,
      done: (name) => `User ${name} promoted to Advanced.`,
      failed: (name) => `Failed to promote User ${name} to Advanced.`,
    },
    demoteBasic: {
      choice: 'Demote to Basic',
      question: (name) => `Demote ${name} to Basic?`,
      done: (name) => `${name} demoted to Basic.`,
      failed: (name) => `Failed to demote User ${name} to Basic.`,
    },
    demoteUser: {
      choice: 'Demote to User',
      question: (name) => `Demote ${name} to User?`,
      done: (name) => `${name} demoted to User.`,
      failed: (name) => `Failed to demote User ${name} to User.`,
    },
    delete: {
      choice: 'Delete user',
      question: (name) => `Delete ${name}?`,
      done: (name) => `${name} deleted successfully.`,
      failed: (name) => `Failed to delete User ${name}.`,
    },
  },
  ru: {
    promoteBasic: {
      choice: 'Повысить до «Базовый»',
      question: (name) => `${name}: повысить до «Базовый»?`,
      done: (name) => `${name}: роль повышена до «Базовый».`,
      failed: (name) => `Не удалось повысить пользователя «${name}» до «Базовый».`,
    },
    promoteAdvanced: {
      choice: 'Повысить до «Расширенный»',
      question: (name) => `${name}: повысить до «Расширенный»?`,
      done: (name) => `${name}: роль повышена до «Расширенный».`,
      failed: (name) => `Не удалось повысить пользователя «${name}» до «Расширенный».`,
    },
    demoteBasic: {
      choice: 'Понизить до «Базовый»',
      question: (name) => `${name}: понизить до «Базовый»?`,
      done: (name) => `${name}: роль понижена до «Базовый».`,
      failed: (name) => `Не удалось понизить пользователя «${name}» до «Базовый».`,
    },
    demoteUser: {
      choice: 'Понизить до «Пользователь»',
      question: (name) => `${name}: понизить до «Пользователь»?`,
      done: (name) => `${name}: роль понижена до «Пользователь».`,
      failed: (name) => `Не удалось понизить пользователя «${name}» до «Пользователь».`,
    },
    delete: {
      choice: 'Удалить пользователя',
      question: (name) => `${name}: удалить пользователя?`,
      done: (name) => `${name}: пользователь удалён.`,
      failed: (name) => `Не удалось удалить пользователя «${name}».`,
    },
  },
};

/** What the bot says to somebody with a new role, in their language. */
export const NEW_PLAN = {
  lv: (role: string, limit: number) => `Tavs plāns tagad ir „${role}”. Aktīvo filtru limits: ${limit}.`,
  en: (role: string, limit: number) => `Your plan is now “${role}”. Active filter limit: ${limit}.`,
  ru: (role: string, limit: number) => `Теперь ваш план — «${role}». Лимит активных фильтров: ${limit}.`,
} as const;

export const ROLE_NAMES = {
  lv: { user: 'Lietotājs', basic: 'Pamata', advanced: 'Paplašinātais' },
  en: { user: 'User', basic: 'Basic', advanced: 'Advanced' },
  ru: { user: 'Пользователь', basic: 'Базовый', advanced: 'Расширенный' },
} as const;
