import common from '#core/i18n/locales/lv/common.json' with { type: 'json' };
import filters from '#core/i18n/locales/lv/filters.json' with { type: 'json' };
import options from '#core/i18n/locales/lv/options.json' with { type: 'json' };
import webapp from '#core/i18n/locales/lv/webapp.json' with { type: 'json' };

export const texts = { common, filters, options, webapp };
