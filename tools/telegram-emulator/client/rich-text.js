import { element } from './dom.js';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
};

/**
 * Text with its entities as nodes. `onCommand` gets a tapped command, `onBotLink` the start payload of a tapped link
 * to this bot.
 */
export function richText(text, entities, actions) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return nodes(text, sorted, 0, text.length, actions);
}

function nodes(text, entities, start, end, actions) {
  const result = [];
  let position = start;
  let rest = entities;
  while (rest.length > 0) {
    const [entity, ...others] = rest;
    const entityEnd = Math.min(entity.offset + entity.length, end);
    const inside = others.filter(({ offset }) => offset < entityEnd);
    rest = others.filter(({ offset }) => offset >= entityEnd);
    if (entity.offset > position) result.push(text.slice(position, entity.offset));
    const content = nodes(text, inside, entity.offset, entityEnd, actions);
    result.push(wrap(entity, text.slice(entity.offset, entityEnd), content, actions));
    position = entityEnd;
  }
  if (position < end) result.push(text.slice(position, end));
  return result;
}

function wrap(entity, text, content, actions) {
  if (entity.type === 'text_link' || entity.type === 'url') return link(entity.url ?? text, content, actions);
  if (entity.type === 'bot_command') {
    return element('button', { type: 'button', class: 'command', click: () => actions.onCommand(text) }, ...content);
  }
  if (entity.type === 'spoiler') {
    return element(
      'span',
      { class: 'spoiler', click: ({ currentTarget }) => currentTarget.classList.add('open') },
      ...content,
    );
  }
  const tag = tags[entity.type];
  return tag ? element(tag, {}, ...content) : element('span', {}, ...content);
}

function link(url, content, actions) {
  const payload = startPayload(url, actions.botName);
  const onBotLink = (event) => {
    event.preventDefault();
    actions.onBotLink(payload);
  };
  const behaviour = payload === undefined ? { target: '_blank', rel: 'noopener' } : { click: onBotLink };
  return element('a', { href: url, ...behaviour }, ...content);
}

/** The payload when the address is a deep link to the bot, else undefined; the emulator is its own `t.me`. */
export function startPayload(url, botName) {
  if (!URL.canParse(url)) return undefined;
  const { origin, hostname, pathname, searchParams } = new URL(url);
  const isBot =
    (hostname === 't.me' || origin === location.origin) && pathname.toLowerCase() === `/${botName.toLowerCase()}`;
  return isBot ? (searchParams.get('start') ?? '') : undefined;
}
