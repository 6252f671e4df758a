import account from '#core/i18n/locales/ru/account.json' with { type: 'json' };
import editor from '#core/i18n/locales/ru/editor.json' with { type: 'json' };
import errors from '#core/i18n/locales/ru/errors.json' with { type: 'json' };
import pages from '#core/i18n/locales/ru/pages.json' with { type: 'json' };
import register from '#core/i18n/locales/ru/register.json' with { type: 'json' };
import signin from '#core/i18n/locales/ru/signin.json' with { type: 'json' };

export const texts = { account, editor, errors, pages, register, signin };
