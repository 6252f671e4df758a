import { showPopup } from './dialogs.js';
import { byId, element, icon } from './dom.js';
import { NativeButtons } from './native-buttons.js';
import { protocolHandlers } from './web-app-protocol.js';

/**
 * The mini app in its sheet over the chat, spoken to as Telegram Web does: JSON texts by postMessage, accepted only
 * from the frame and sent only to the origin it was opened with.
 */
export class WebAppSheet {
  #node = null;
  #frame = null;
  #origin = '';
  #needsConfirmation = false;
  #colors = new Map();
  #hasSpoken = false;
  #resizes = null;
  #buttons = null;
  #handlers = {};
  /** `app`: themeParams(), botName(), userId(), onBotLink(payload), onClosed(). */
  #app;

  constructor(app) {
    this.#app = app;
    window.addEventListener('message', (event) => this.#receive(event));
  }

  get isOpen() {
    return this.#node !== null;
  }

  open(url) {
    this.#remove();
    this.#origin = new URL(url).origin;
    this.#handlers = protocolHandlers(this, this.#app);
    this.#buttons = new NativeButtons((kind) => this.post(`${kind}_button_pressed`));
    this.#frame = element('iframe', { title: 'Mini app', src: url, allow: 'clipboard-read; clipboard-write' });
    const loading = element('div', { class: 'web-app-loading' }, element('img', { src: '/client/hawk.svg', alt: '' }));
    const body = element('div', { class: 'web-app-body' }, loading, this.#frame);
    this.#frame.addEventListener('load', () => this.ready());
    this.#node = element(
      'section',
      { class: 'web-app', role: 'dialog', 'aria-label': `${this.#app.botName()} mini app` },
      this.#header(),
      body,
      this.#buttons.node,
    );
    byId('layer').append(this.#node);
    this.#resizes = new ResizeObserver(() => this.sendViewport());
    this.#resizes.observe(body);
  }

  /** Asks first when the mini app wants that. */
  async close() {
    if (this.#needsConfirmation) {
      const buttons = [
        { id: 'stay', type: 'cancel' },
        { id: 'leave', type: 'destructive', text: 'Close anyway' },
      ];
      const message = 'Changes that you made may not be saved.';
      if ((await showPopup({ message, buttons })) !== 'leave') return;
    }
    this.closeNow();
  }

  closeNow() {
    this.#remove();
    this.#app.onClosed();
  }

  post(eventType, eventData) {
    this.#frame?.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), this.#origin);
  }

  ready() {
    this.#node?.classList.add('is-ready');
  }

  reload() {
    this.#frame.src = String(this.#frame.src);
  }

  sendTheme() {
    for (const [part, color] of this.#colors) this.paint(part, color);
    this.post('theme_changed', { theme_params: this.#app.themeParams() });
  }

  sendViewport() {
    // Until the mini app has spoken, the frame may still hold a blank page of another origin.
    if (!this.#frame || !this.#hasSpoken) return;
    const { clientWidth: width, clientHeight: height } = this.#frame;
    this.post('viewport_changed', { width, height, is_expanded: true, is_state_stable: true });
  }

  showBackButton(isVisible) {
    this.#node.querySelector('.web-app-back').hidden = !isVisible;
  }

  showSettingsButton(isVisible) {
    this.#node.querySelector('.web-app-settings').hidden = !isVisible;
  }

  setMainButton(state) {
    this.#buttons.setMain(state);
  }

  setSecondaryButton(state) {
    this.#buttons.setSecondary(state);
  }

  confirmClosing(isNeeded) {
    this.#needsConfirmation = isNeeded;
  }

  /** `part`: header, background or bottom; a key of the theme or a colour. */
  paint(part, color) {
    this.#colors.set(part, color);
    this.#node.style.setProperty(`--web-app-${part}`, this.#app.themeParams()[color] ?? color);
  }

  #header() {
    const back = { class: 'icon-button web-app-back', type: 'button', 'aria-label': 'Back', hidden: true };
    const settings = { class: 'icon-button web-app-settings', type: 'button', 'aria-label': 'Settings', hidden: true };
    return element(
      'header',
      { class: 'web-app-header' },
      element('button', { ...back, click: () => this.post('back_button_pressed') }, icon('m15 4-8 8 8 8')),
      element('strong', {}, this.#app.botName()),
      element(
        'button',
        { ...settings, click: () => this.post('settings_button_pressed') },
        icon('M5 12h.01M12 12h.01M19 12h.01'),
      ),
      element(
        'button',
        { class: 'icon-button', type: 'button', 'aria-label': 'Close', click: () => void this.close() },
        icon('M6 6l12 12M18 6 6 18'),
      ),
    );
  }

  #receive({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow || typeof data !== 'string') return;
    this.#hasSpoken = true;
    const { eventType, eventData } = parsed(data);
    const handler = this.#handlers[eventType];
    if (handler) void handler(eventData ?? {});
  }

  #remove() {
    this.#resizes?.disconnect();
    this.#node?.remove();
    this.#node = null;
    this.#frame = null;
    this.#needsConfirmation = false;
    this.#hasSpoken = false;
    this.#colors.clear();
  }
}

/** Other scripts of the page may post other texts. */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
