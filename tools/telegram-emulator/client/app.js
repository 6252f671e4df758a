import { Composer } from './composer.js';
import { act, listen, view } from './control.js';
import { hideToast, showAlert, showToast } from './dialogs.js';
import { byId } from './dom.js';
import { Panel } from './panel.js';
import { stringsFor } from './strings.js';
import { Transcript } from './transcript.js';
import { WebAppSheet } from './web-app.js';

const state = { bot: null, users: [], user: null, themes: {}, name: '' };
/** Buttons whose callback query waits for its answer, by query id; answers may be quicker than the press returns. */
const pressed = new Map();
const earlyAnswers = new Map();
let refreshed = Promise.resolve();

const panel = new Panel({
  onUser: () => void refresh(),
  onTheme: applyTheme,
  onLanguage: (language_code) => void act('add-user', { ...profile(state.user), language_code }),
  onAddUser: (name) => void addUser(name),
  onAction: (name) => void panelAction(name),
});
const sheet = new WebAppSheet({
  themeParams: () => state.themes[panel.theme],
  botName: (kind) => (kind === 'username' ? state.bot.username : state.name),
  userId: () => state.user.id,
  onBotLink: (payload) => void offerStart(payload),
  onClosed: () => byId('menu-button').focus(),
});
const composer = new Composer({
  onSend: (text) => void attempt(act('send-text', { userId: state.user.id, text })),
  onMenu: (button) => void openWebApp(button.web_app.url),
  onStart: () => void start(),
});
const transcript = new Transcript({
  onCommand: (text) => void attempt(act('send-text', { userId: state.user.id, text })),
  onBotLink: (payload) => void offerStart(payload),
  onButton: (message, button, node) => void press(message, button, node),
  get botName() {
    return state.bot.username;
  },
  language: () => state.user.language_code ?? 'en',
});

applyTheme();
listen((event) => void onEvent(event));

/** Everything anew: after a (re)connection, or for another user. Events wait for it, so that none is overwritten. */
function refresh() {
  refreshed = refreshed.then(drawAll, drawAll);
  return refreshed;
}

async function drawAll() {
  await refreshSettings();
  const { messages, description } = await chat();
  transcript.showAll(messages, description);
}

async function refreshSettings() {
  const { bot, users, themes } = await view('state');
  if (users.length === 0) await act('add-user', { id: 5001, first_name: 'Anna', language_code: 'lv' });
  if (users.length === 0) return refreshSettings();
  const user = users.find(({ id }) => id === panel.userId) ?? users[0];
  Object.assign(state, { bot, users, themes, user });
  const { access, commands, menuButton, name } = await chat();
  const words = stringsFor(user.language_code);
  state.name = name;
  byId('bot-name').textContent = name;
  byId('bot-kind').textContent = words.bot;
  composer.show({ access, isLinked: panel.startPayload !== undefined, commands, menuButton, words });
  panel.show(users, user);
}

function chat() {
  return view('chat', { user: state.user.id, language: state.user.language_code ?? '' });
}

async function onEvent(event) {
  if (event.type === 'connected' || event.type === 'cleared') return refresh();
  await refreshed;
  if (event.type === 'settings-changed') return refreshSettings();
  if (event.chatId !== state.user.id) return;
  if (event.type === 'message') transcript.add(event.message);
  if (event.type === 'message-edited') transcript.edit(event.message);
  if (event.type === 'message-deleted') transcript.remove(event.messageId);
  if (event.type === 'callback-answer') await answered(event.queryId, event.answer);
}

async function press(message, button, node) {
  if (button.web_app) return openWebApp(button.web_app.url);
  if (button.callback_data === undefined) return showToast('The emulator does not know this kind of button');
  node.classList.add('waiting');
  const request = { userId: state.user.id, messageId: message.id, button: button.callback_data };
  const query = await attempt(act('press-button', request));
  if (!query) return node.classList.remove('waiting');
  pressed.set(query.queryId, node);
  const early = earlyAnswers.get(query.queryId);
  if (early) await answered(query.queryId, early);
}

async function answered(queryId, answer) {
  const node = pressed.get(queryId);
  if (!node) return earlyAnswers.set(queryId, answer);
  pressed.delete(queryId);
  earlyAnswers.delete(queryId);
  node.classList.remove('waiting');
  if (answer.url) window.open(answer.url, '_blank', 'noopener');
  if (answer.text && answer.showAlert) return showAlert(answer.text);
  if (answer.text) showToast(answer.text);
}

async function openWebApp(path) {
  hideToast();
  const { theme, platform, version } = panel;
  const launch = await attempt(view('web-app', { user: state.user.id, path, theme, platform, version }));
  if (launch) sheet.open(launch.url);
}

/** Behind a link to the bot nothing is sent yet: the person presses Start. */
async function offerStart(payload) {
  panel.startPayload = payload;
  await refreshSettings();
}

async function start() {
  const payload = panel.startPayload;
  panel.startPayload = undefined;
  await attempt(act('start', { userId: state.user.id, ...(payload ? { payload } : {}) }));
  await refreshSettings();
}

async function panelAction(name) {
  const action = name === 'block' && state.user.access === 'blocked' ? 'unblock' : name;
  const text = action === 'group-message' ? { text: `Hello @${state.bot.username}` } : {};
  if (await attempt(act(action, { userId: state.user.id, ...text }))) showToast('Done');
}

async function addUser(first_name) {
  const id = Math.max(5000, ...state.users.map((user) => user.id)) + 1;
  await act('add-user', { id, first_name, language_code: state.user.language_code ?? 'en' });
  panel.choose(id);
}

/** What the emulator refuses is shown, as the person would see that nothing happens. */
async function attempt(request) {
  try {
    return (await request) ?? true;
  } catch (error) {
    showToast(error.message);
    return undefined;
  }
}

function applyTheme() {
  byId('phone').dataset.theme = panel.theme;
  document.documentElement.dataset.theme = panel.theme;
  if (sheet.isOpen) sheet.sendTheme();
}

function profile({ access: _access, ...user }) {
  return user;
}

function showTime() {
  byId('clock').textContent = new Date().toLocaleTimeString('lv', { hour: '2-digit', minute: '2-digit' });
}

showTime();
setInterval(showTime, 1000);
