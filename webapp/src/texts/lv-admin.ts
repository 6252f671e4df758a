import admin from '#core/i18n/locales/lv/admin.json' with { type: 'json' };

export const texts = { admin };
