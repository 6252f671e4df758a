/** The few words of the chat itself that a client shows in the person's language. */
const strings = {
  lv: { bot: 'bots', message: 'Ziņa' },
  ru: { bot: 'бот', message: 'Сообщение' },
  en: { bot: 'bot', message: 'Message' },
};

export function stringsFor(language) {
  return strings[language] ?? strings.en;
}
