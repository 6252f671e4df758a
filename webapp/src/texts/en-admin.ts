import admin from '#core/i18n/locales/en/admin.json' with { type: 'json' };

export const texts = { admin };
