import { createI18n } from '#core/i18n/create-i18n.ts';
import { LOCALES } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';

const texts = createI18n(loadResources());
const labels = LOCALES.map((locale) => texts.getFixedT(locale, 'bot')('profile.menuButton'));

/** What the button of the chat that opens the mini app may be called. */
export const MENU_BUTTON = new RegExp(`^(${labels.join('|')})$`);
