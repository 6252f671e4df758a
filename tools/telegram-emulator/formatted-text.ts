import type { MessageEntity } from 'grammy/types';
import { badCall } from './bot-api-error.ts';
import { type FormattedText, parseHtml } from './html-entities.ts';

const maxTextLength = 4096;
const maxCaptionLength = 1024;

export interface TextSource {
  text: string;
  parseMode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/** Parses, trims and finds commands and addresses, as Telegram does with every text of a bot. */
function formatText(source: TextSource): FormattedText {
  const parsed = parse(source);
  const trimmed = trim(parsed);
  const found = findEntities(trimmed.text).filter(
    (entity) => !trimmed.entities.some((other) => overlaps(entity, other)),
  );
  const entities = [...trimmed.entities, ...found];
  return { text: trimmed.text, entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };
}

export function formatMessageText(source: TextSource): FormattedText {
  const formatted = formatText(source);
  if (formatted.text === '') throw badCall('message text is empty');
  if (formatted.text.length > maxTextLength) throw badCall('message is too long');
  return formatted;
}

export function formatCaption(source: TextSource): FormattedText {
  const formatted = formatText(source);
  if (formatted.text.length > maxCaptionLength) throw badCall('message caption is too long');
  return formatted;
}

/** Commands and addresses that Telegram marks in any text without being told. */
export function findEntities(text: string): MessageEntity[] {
  const entities: MessageEntity[] = [];
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}_/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\p{L}\p{N}_/<>])/gu,
  )) {
    entities.push({ type: 'bot_command', offset: match.index, length: match[0].length });
  }
  for (const match of text.matchAll(/https?:\/\/[^\s<>"„”“]*[^\s<>"„”“.,;:!?)\]]/giu)) {
    entities.push({ type: 'url', offset: match.index, length: match[0].length });
  }
  return entities;
}

function parse({ text, parseMode, entities }: TextSource): FormattedText {
  if (parseMode === undefined) return { text, entities: checkedEntities(text, entities ?? []) };
  if (parseMode.toLowerCase() === 'html') return parseHtml(text);
  throw badCall(`the emulator knows the parse mode HTML only, not ${parseMode}`);
}

function checkedEntities(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const outside = entities.find(({ offset, length }) => offset < 0 || length <= 0 || offset + length > text.length);
  if (outside) throw badCall(`can't parse entities: entity beyond the end of the text`);
  return [...entities];
}

function trim({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const kept = entities.flatMap((entity) => {
    const offset = Math.max(entity.offset - start, 0);
    const end = Math.min(entity.offset + entity.length - start, trimmed.length);
    return end > offset ? [{ ...entity, offset, length: end - offset }] : [];
  });
  return { text: trimmed, entities: kept };
}

function overlaps(a: MessageEntity, b: MessageEntity): boolean {
  const isStyle = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'blockquote'].includes(b.type);
  return !isStyle && a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}
