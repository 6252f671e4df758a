import { byId, element, icon } from './dom.js';

const bars = 'M4 7h16M4 12h16M4 17h16';

/** The line below the chat. `actions`: onSend(text), onMenu(menuButton), onStart(). */
export class Composer {
  #field = byId('message');
  #list = byId('suggestions');
  #menu = byId('menu-button');
  #commands = [];
  #menuButton = { type: 'commands' };
  #chosen = 0;
  #actions;

  constructor(actions) {
    this.#actions = actions;
    this.#field.setAttribute('role', 'textbox');
    this.#field.setAttribute('aria-controls', 'suggestions');
    this.#field.addEventListener('input', () => this.#changed());
    this.#field.addEventListener('keydown', (event) => this.#key(event));
    byId('composer').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send(this.#field.value);
    });
    this.#menu.addEventListener('click', () => this.#openMenu());
    byId('start').addEventListener('click', ({ currentTarget }) => {
      currentTarget.disabled = true;
      actions.onStart();
    });
  }

  /** Starting stands in for writing before the first message, while the bot is blocked and behind a link to it. */
  show({ access, isLinked, commands, menuButton, words }) {
    const canWrite = access === 'open' && !isLinked;
    this.#commands = commands;
    this.#menuButton = menuButton;
    this.#field.placeholder = words.message;
    byId('composer').hidden = !canWrite;
    const start = byId('start');
    start.hidden = canWrite;
    start.textContent = access === 'blocked' ? words.restart : words.start;
    start.disabled = access === 'deactivated';
    const label = menuButton.type === 'web_app' ? menuButton.text : 'Menu';
    this.#menu.replaceChildren(icon(bars), element('span', {}, label));
    this.#menu.hidden = menuButton.type !== 'web_app' && commands.length === 0;
    this.#changed();
  }

  #openMenu() {
    if (this.#menuButton.type === 'web_app') return this.#actions.onMenu(this.#menuButton);
    this.#field.value = this.#list.hidden ? '/' : '';
    this.#changed();
    this.#field.focus();
  }

  #changed() {
    const text = this.#field.value;
    byId('send').disabled = text.trim() === '';
    const typed = /^\/(\w*)$/.exec(text)?.[1];
    const fitting = typed === undefined ? [] : this.#commands.filter(({ command }) => command.startsWith(typed));
    this.#chosen = 0;
    this.#list.hidden = fitting.length === 0;
    this.#list.replaceChildren(...fitting.map((command) => this.#option(command)));
    this.#mark();
  }

  #option({ command, description }) {
    return element(
      'div',
      {
        role: 'option',
        id: `command-${command}`,
        'data-command': `/${command}`,
        click: () => this.#send(`/${command}`),
      },
      element(
        'span',
        { class: 'avatar small', 'aria-hidden': 'true' },
        element('img', { src: '/client/hawk.svg', alt: '' }),
      ),
      element('span', {}, element('strong', {}, `/${command}`), ' ', element('span', { class: 'hint' }, description)),
    );
  }

  #key(event) {
    const options = [...this.#list.children];
    if (event.key === 'Escape' && !this.#list.hidden) this.#list.hidden = true;
    if (this.#list.hidden || options.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.#chosen = (this.#chosen + step + options.length) % options.length;
      this.#mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#send(options[this.#chosen].dataset.command);
    }
  }

  #mark() {
    const options = [...this.#list.children];
    for (const [index, option] of options.entries()) {
      option.setAttribute('aria-selected', String(index === this.#chosen));
    }
    options[this.#chosen]?.scrollIntoView({ block: 'nearest' });
    const id = this.#list.hidden ? '' : (options[this.#chosen]?.id ?? '');
    this.#field.setAttribute('aria-activedescendant', id);
  }

  #send(text) {
    if (text.trim() === '') return;
    this.#field.value = '';
    this.#changed();
    this.#actions.onSend(text.trim());
    this.#field.focus();
  }
}
