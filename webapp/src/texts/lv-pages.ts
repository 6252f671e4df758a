import account from '#core/i18n/locales/lv/account.json' with { type: 'json' };
import editor from '#core/i18n/locales/lv/editor.json' with { type: 'json' };
import errors from '#core/i18n/locales/lv/errors.json' with { type: 'json' };
import pages from '#core/i18n/locales/lv/pages.json' with { type: 'json' };
import register from '#core/i18n/locales/lv/register.json' with { type: 'json' };
import signin from '#core/i18n/locales/lv/signin.json' with { type: 'json' };

export const texts = { account, editor, errors, pages, register, signin };
