import { byId, element, icon } from './dom.js';
import { richText, startPayload } from './rich-text.js';
import { stringsFor } from './strings.js';

const landscape = 'M5 6h14v12H5zM5 15l4-4 4 4 2.500-2.500L19 16M15 9.500h.01';
const outside = 'M8 16 16 8M9.500 8H16v6.500';
const app =
  'M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM9 12h6m-2.500-2.500L15 12l-2.500 2.500';

/** The messages of the chat. `actions`: onCommand, onBotLink, onButton(message, button, node), botName, language. */
export class Transcript {
  #root = byId('transcript');
  #nodes = new Map();
  #actions;
  #lastDay = '';
  #isAtEnd = true;

  constructor(actions) {
    this.#actions = actions;
    this.#root.addEventListener('scroll', () => {
      this.#isAtEnd = this.#root.scrollHeight - this.#root.scrollTop - this.#root.clientHeight < 80;
    });
    // A picture that arrives late makes its message higher; who reads the end keeps reading the end.
    this.#root.addEventListener('load', () => this.#isAtEnd && this.#scrollToEnd(), { capture: true });
  }

  showAll(messages, description) {
    this.#root.replaceChildren();
    this.#nodes.clear();
    this.#lastDay = '';
    if (messages.length === 0 && description) this.#root.append(introduction(description, this.#words));
    for (const message of messages) this.add(message);
    this.#scrollToEnd();
  }

  add(message) {
    if (this.#nodes.has(message.id)) return this.edit(message);
    this.#root.querySelector('.introduction')?.remove();
    this.#startDay(message);
    const album = this.#albumOf(message);
    const node = album ?? this.#draw(message);
    if (album) extendAlbum(album, message, this.#actions);
    else this.#root.append(node);
    this.#nodes.set(message.id, node);
    if (this.#isAtEnd || message.from === 'user') this.#scrollToEnd();
  }

  edit(message) {
    const old = this.#nodes.get(message.id);
    if (!old) return;
    const node = this.#draw(message);
    old.replaceWith(node);
    this.#nodes.set(message.id, node);
  }

  remove(messageId) {
    this.#nodes.get(messageId)?.remove();
    this.#nodes.delete(messageId);
  }

  #draw(message) {
    if (message.from === 'service') return element('p', { class: 'service' }, serviceText(message));
    if (message.kind === 'sticker') {
      const drawing = element('img', { src: '/client/icon.svg', alt: 'Sticker' });
      return element('article', { class: 'message sticker user' }, drawing);
    }
    const bubble = element('div', { class: `bubble${message.photo ? ' with-photo' : ''}` }, ...this.#content(message));
    const node = element('article', { class: `message ${message.from}`, 'data-message-id': message.id }, bubble);
    if (message.mediaGroupId) node.dataset.album = message.mediaGroupId;
    if (message.buttons.length > 0) node.append(this.#keyboard(message));
    return node;
  }

  #content(message) {
    const text = message.text || message.message.contact?.phone_number;
    const body = element(
      'div',
      { class: 'text' },
      ...richText(text ?? '', message.entities, this.#actions),
      time(message, this.#words),
    );
    const photo = message.photo ? element('div', { class: 'photos' }, picture(message.photo)) : null;
    const preview = linkPreview(message);
    const parts = message.linkPreview?.show_above_text ? [preview, body] : [body, preview];
    if (photo && !text) {
      photo.append(time(message, this.#words));
      return [photo];
    }
    return [photo, ...parts].filter(Boolean);
  }

  #keyboard(message) {
    const rows = message.buttons.map((row) => {
      const buttons = row.map((button) => this.#button(message, button));
      return element('div', { class: 'button-row' }, ...buttons);
    });
    return element('div', { class: 'keyboard' }, ...rows);
  }

  #button(message, button) {
    const sign = button.url ? icon(outside, 'sign') : button.web_app ? icon(app, 'sign') : null;
    const label = element('span', {}, button.text);
    if (button.url)
      return element('a', { class: 'button', role: 'button', ...this.#linkAttributes(button.url) }, label, sign);
    const click = ({ currentTarget }) => this.#actions.onButton(message, button, currentTarget);
    return element('button', { class: 'button', type: 'button', click }, label, sign);
  }

  #linkAttributes(url) {
    const payload = startPayload(url, this.#actions.botName);
    if (payload === undefined) return { href: url, target: '_blank', rel: 'noopener' };
    const click = (event) => {
      event.preventDefault();
      this.#actions.onBotLink(payload);
    };
    return { href: url, click };
  }

  #albumOf({ mediaGroupId }) {
    const last = this.#root.lastElementChild;
    return mediaGroupId && last?.dataset.album === mediaGroupId ? last : undefined;
  }

  get #words() {
    return stringsFor(this.#actions.language());
  }

  #startDay({ at }) {
    const day = new Intl.DateTimeFormat(this.#actions.language(), { day: 'numeric', month: 'long' }).format(at);
    if (day === this.#lastDay) return;
    this.#lastDay = day;
    this.#root.append(element('p', { class: 'service day' }, day));
  }

  #scrollToEnd() {
    this.#isAtEnd = true;
    this.#root.scrollTop = this.#root.scrollHeight;
  }
}

function extendAlbum(node, message, actions) {
  const photos = node.querySelector('.photos');
  photos.append(picture(message.photo));
  if (!message.text) return;
  photos.querySelector('time')?.remove();
  const text = richText(message.text, message.entities, actions);
  node
    .querySelector('.bubble')
    .append(element('div', { class: 'text' }, ...text, time(message, stringsFor(actions.language()))));
}

function picture(address) {
  const drop = ({ currentTarget }) => currentTarget.classList.add('broken');
  return element('img', { src: address, alt: 'Photo', error: drop });
}

/** A bot's message with buttons is a menu that changes in place: nobody is told so. */
function time({ at, editedAt, buttons }, words) {
  const clock = new Date(at).toLocaleTimeString('lv', { hour: '2-digit', minute: '2-digit' });
  const isEdited = editedAt && buttons.length === 0;
  return element('time', { datetime: new Date(at).toISOString() }, isEdited ? `${words.edited} ${clock}` : clock);
}

/** Nothing is fetched: the card shows where the link leads, in the place Telegram would draw the page's picture. */
function linkPreview({ text, entities, linkPreview: options, from }) {
  if (from !== 'bot' || options?.is_disabled) return null;
  const first = entities.find(({ type }) => type === 'text_link' || type === 'url');
  const url = options?.url ?? first?.url ?? (first && text.slice(first.offset, first.offset + first.length));
  if (!url || !URL.canParse(url) || !options) return null;
  const { hostname, pathname } = new URL(url);
  const name = element('strong', {}, hostname);
  const picture = options.prefer_large_media ? icon(landscape, 'picture') : null;
  return element('a', { class: 'preview', href: url, target: '_blank', rel: 'noopener' }, picture, name, pathname);
}

function serviceText({ message }) {
  return message.write_access_allowed
    ? 'You allowed this bot to message you when you opened the mini app'
    : 'Service message';
}

function introduction(description, words) {
  const title = element('strong', {}, words.introduction);
  return element('div', { class: 'introduction' }, title, element('p', {}, description));
}
