import type { FastifyRequest } from 'fastify';
import type { i18n, TFunction } from 'i18next';
import { type Locale, resolveLocale } from '#core/i18n/locales.ts';

/** The language in which a request wants its messages. */
export function localeOf(request: FastifyRequest): Locale {
  return resolveLocale(request.headers['accept-language']);
}

/** The messages of the API in the language of the request. */
export function messagesFor(request: FastifyRequest, texts: i18n): TFunction<'errors'> {
  return texts.getFixedT(localeOf(request), 'errors');
}

/** The names of options and model groups in the language of the request. */
export function optionTexts(request: FastifyRequest, texts: i18n): TFunction<'options'> {
  return texts.getFixedT(localeOf(request), 'options');
}
