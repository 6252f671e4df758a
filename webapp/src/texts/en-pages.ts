import account from '#core/i18n/locales/en/account.json' with { type: 'json' };
import editor from '#core/i18n/locales/en/editor.json' with { type: 'json' };
import errors from '#core/i18n/locales/en/errors.json' with { type: 'json' };
import pages from '#core/i18n/locales/en/pages.json' with { type: 'json' };
import register from '#core/i18n/locales/en/register.json' with { type: 'json' };
import signin from '#core/i18n/locales/en/signin.json' with { type: 'json' };

export const texts = { account, editor, errors, pages, register, signin };
