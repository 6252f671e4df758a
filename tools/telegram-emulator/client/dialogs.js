import { byId, element } from './dom.js';

let toastTimer;

/** A short notice over the chat, as the answer to a pressed button. */
export function showToast(text) {
  const toast = byId('toast');
  toast.textContent = text;
  toast.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, 3500);
}

export function hideToast() {
  byId('toast').classList.remove('shown');
}

const usualTexts = { ok: 'OK', close: 'Close', cancel: 'Cancel' };

/**
 * A native-looking popup; resolves with the id of the pressed button, or undefined when it was dismissed.
 * Buttons: `{ id, type?, text? }` as the mini app names them.
 */
export function showPopup({ title, message, buttons }) {
  hideToast();
  return new Promise((resolve) => {
    const before = document.activeElement;
    const finish = (id) => {
      scrim.remove();
      before?.focus?.();
      resolve(id);
    };
    const row = element('div', { class: 'popup-buttons' }, ...buttons.map((button) => popupButton(button, finish)));
    const popup = element(
      'div',
      { class: 'popup', role: 'alertdialog', 'aria-modal': 'true', 'aria-label': title || message },
      title ? element('strong', {}, title) : null,
      element('p', {}, message),
      row,
    );
    const dismiss = ({ key }) => key === 'Escape' && finish(undefined);
    const scrim = element('div', { class: 'scrim', keydown: dismiss }, popup);
    byId('layer').append(scrim);
    row.lastElementChild?.focus();
  });
}

export async function showAlert(message) {
  await showPopup({ message, buttons: [{ id: 'ok', type: 'ok' }] });
}

export async function confirmed(message, action) {
  const buttons = [
    { id: 'cancel', type: 'cancel' },
    { id: 'yes', type: 'default', text: action },
  ];
  return (await showPopup({ message, buttons })) === 'yes';
}

function popupButton({ id, type = 'default', text }, finish) {
  const label = usualTexts[type] ?? text;
  return element('button', { type: 'button', class: `popup-button ${type}`, click: () => finish(id) }, label);
}
