import common from '#core/i18n/locales/ru/common.json' with { type: 'json' };
import errors from '#core/i18n/locales/ru/errors.json' with { type: 'json' };
import options from '#core/i18n/locales/ru/options.json' with { type: 'json' };
import webapp from '#core/i18n/locales/ru/webapp.json' with { type: 'json' };

export const texts = { common, errors, options, webapp };
