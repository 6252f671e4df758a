import common from '#core/i18n/locales/en/common.json' with { type: 'json' };
import filters from '#core/i18n/locales/en/filters.json' with { type: 'json' };
import options from '#core/i18n/locales/en/options.json' with { type: 'json' };
import webapp from '#core/i18n/locales/en/webapp.json' with { type: 'json' };

export const texts = { common, filters, options, webapp };
