import common from '#core/i18n/locales/ru/common.json' with { type: 'json' };
import filters from '#core/i18n/locales/ru/filters.json' with { type: 'json' };
import options from '#core/i18n/locales/ru/options.json' with { type: 'json' };
import webapp from '#core/i18n/locales/ru/webapp.json' with { type: 'json' };

export const texts = { common, filters, options, webapp };
