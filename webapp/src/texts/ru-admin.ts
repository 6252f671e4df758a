import admin from '#core/i18n/locales/ru/admin.json' with { type: 'json' };

export const texts = { admin };
