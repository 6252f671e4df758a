import { byId, element } from './dom.js';

const choices = {
  language: { lv: 'Latviešu', en: 'English', ru: 'Русский' },
  platform: { ios: 'iOS', android: 'Android', macos: 'macOS', tdesktop: 'Desktop', weba: 'Web' },
  version: { '6.0': '6.0', '7.10': '7.10', '8.0': '8.0', 9.1: '9.1' },
};

/**
 * The side panel: who is looking, with which client. The choices also stand in the address, so that a reload, a link
 * or a test at phone width (where the panel is folded away) can set them.
 * `actions`: onUser(id), onLanguage(code), onTheme(), onAddUser(name), onAction(name).
 */
export class Panel {
  #query = new URLSearchParams(location.search);
  #actions;

  constructor(actions) {
    this.#actions = actions;
    for (const [name, options] of Object.entries(choices)) this.#select(name, options);
    byId('night').checked = this.theme === 'dark';
    byId('night').addEventListener('change', ({ target }) => {
      this.#remember('theme', target.checked ? 'dark' : 'light');
      actions.onTheme();
    });
    byId('open-panel').addEventListener('click', () => document.body.classList.toggle('panel-open'));
    byId('add-person').addEventListener('submit', (event) => this.#add(event));
    for (const button of document.querySelectorAll('[data-action]')) {
      button.addEventListener('click', () => actions.onAction(button.dataset.action));
    }
  }

  get theme() {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    return this.#query.get('theme') ?? system;
  }

  get platform() {
    return this.#query.get('platform') ?? 'ios';
  }

  get version() {
    return this.#query.get('version') ?? '8.0';
  }

  get userId() {
    return Number(this.#query.get('user')) || undefined;
  }

  /** The payload of a link to the bot that waits for the press on Start; undefined without. */
  get startPayload() {
    return this.#query.get('start') ?? undefined;
  }

  set startPayload(payload) {
    this.#remember('start', payload);
  }

  show(users, current) {
    const people = users.map((user) => this.#person(user, user.id === current.id));
    byId('people').replaceChildren(...people);
    byId('language').value = current.language_code ?? 'en';
    document.querySelector('[data-action="block"]').textContent =
      current.access === 'blocked' ? 'Unblock bot' : 'Block bot';
  }

  choose(userId) {
    this.#remember('user', String(userId));
    document.body.classList.remove('panel-open');
    this.#actions.onUser(userId);
  }

  #person(user, isCurrent) {
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
    const initial = element('span', { class: 'initial', 'aria-hidden': 'true' }, user.first_name.slice(0, 1));
    const state = { open: '', closed: 'has not started the bot', blocked: 'blocks the bot', deactivated: 'deleted' };
    const details = [user.language_code, state[user.access]].filter(Boolean).join(' · ');
    return element(
      'button',
      { type: 'button', class: 'person', 'aria-pressed': String(isCurrent), click: () => this.choose(user.id) },
      initial,
      element('span', {}, name, element('small', {}, details)),
    );
  }

  #select(name, options) {
    const select = byId(name);
    const entries = Object.entries(options);
    select.append(...entries.map(([value, label]) => element('option', { value }, label)));
    if (name !== 'language') select.value = this[name];
    select.addEventListener('change', () => {
      if (name === 'language') this.#actions.onLanguage(select.value);
      else this.#remember(name, select.value);
    });
  }

  #add(event) {
    event.preventDefault();
    const { name } = event.target.elements;
    this.#actions.onAddUser(name.value.trim());
    name.value = '';
  }

  #remember(name, value) {
    if (value === undefined) this.#query.delete(name);
    else this.#query.set(name, value);
    const query = this.#query.toString();
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
  }
}
