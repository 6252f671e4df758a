/** The few words of the chat itself that a client shows in the person's language. */
const strings = {
  lv: {
    bot: 'bots',
    message: 'Ziņa',
    start: 'Sākt',
    restart: 'Atsākt',
    introduction: 'Ko šis bots prot?',
    edited: 'labots',
  },
  ru: {
    bot: 'бот',
    message: 'Сообщение',
    start: 'Начать',
    restart: 'Перезапустить',
    introduction: 'Что умеет этот бот?',
    edited: 'изменено',
  },
  en: {
    bot: 'bot',
    message: 'Message',
    start: 'Start',
    restart: 'Restart bot',
    introduction: 'What can this bot do?',
    edited: 'edited',
  },
};

export function stringsFor(language) {
  return strings[language] ?? strings.en;
}
