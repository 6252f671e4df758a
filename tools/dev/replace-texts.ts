import type { Plugin } from 'vite';

const TEXTS = /\/core\/i18n\/locales\/(\w+)\/([\w-]+)\.json$/;
const EVENT = 'vanags:texts';
const MODULE = 'virtual:replace-texts';

/** Runs in the browser; the pages know nothing of it. */
const IN_THE_BROWSER = `
import { i18n } from '/src/i18n.ts';
import.meta.hot.on('${EVENT}', ({ locale, namespace, texts }) => {
  i18n.addResourceBundle(locale, namespace, texts, true, true);
  void i18n.changeLanguage(i18n.language);
});`;

/** Shows a changed text where it stands. Left alone, Vite would load the page anew, and what was typed would be gone. */
export function replaceTexts(): Plugin {
  return {
    name: 'replace-texts',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? IN_THE_BROWSER : null),
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: `/@id/${MODULE}` }, injectTo: 'body' }],
    async hotUpdate({ file, read }) {
      const [, locale, namespace] = TEXTS.exec(file) ?? [];
      const texts = locale === undefined ? null : parsed(await read());
      if (texts === null) return;
      this.environment.hot.send(EVENT, { locale, namespace, texts });
      return [];
    },
  };
}

/** Null while somebody is in the middle of it: Vite then says what is wrong. */
function parsed(json: string): object | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
