import { element } from './dom.js';

/** Main and secondary button below the mini app. What a call leaves out stays as it was. */
export class NativeButtons {
  node = element('div', { class: 'native-buttons', hidden: true });
  #main = { kind: 'main', is_active: true };
  #secondary = { kind: 'secondary', is_active: true, position: 'left' };
  #onPress;

  constructor(onPress) {
    this.#onPress = onPress;
  }

  setMain(state) {
    this.#main = { ...this.#main, ...state };
    this.#draw();
  }

  setSecondary(state) {
    this.#secondary = { ...this.#secondary, ...state };
    this.#draw();
  }

  #draw() {
    const isBefore = ['left', 'top'].includes(this.#secondary.position);
    const order = isBefore ? [this.#secondary, this.#main] : [this.#main, this.#secondary];
    const shown = order.filter(({ is_visible, text }) => is_visible && text?.trim());
    const isStacked = ['top', 'bottom'].includes(this.#secondary.position);
    this.node.hidden = shown.length === 0;
    this.node.classList.toggle('stacked', isStacked);
    this.node.replaceChildren(...shown.map((state) => this.#button(state)));
  }

  #button({ kind, text, color, text_color, is_active, is_progress_visible }) {
    const button = element(
      'button',
      {
        type: 'button',
        class: `native-button ${kind}${is_progress_visible ? ' busy' : ''}`,
        disabled: is_active === false,
        'aria-busy': is_progress_visible ? 'true' : null,
        click: () => this.#onPress(kind),
      },
      element('span', {}, text),
    );
    if (color) button.style.backgroundColor = color;
    if (text_color) button.style.color = text_color;
    return button;
  }
}
