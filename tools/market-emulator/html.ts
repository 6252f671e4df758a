import { type Language, PHRASES } from './words.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Digits in groups of three. */
export function thousands(value: number, separator: string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}

export function pageShell(language: Language, content: string): string {
  return `<!DOCTYPE html>
<HTML><HEAD>
<title>${PHRASES.cars[language]} - ${PHRASES.ads[language]}</title>
<meta http-equiv="Content-Type" CONTENT="text/html; charset=UTF-8">
</HEAD>
<BODY bgcolor="#FFFFFF" class="body">
<table id="page_main" border=0 cellpadding=0 cellspacing=0 width="100%"><tr><td valign=top>
${content}
</td></tr></table>
</BODY>
</HTML>
`;
}
