import { Api } from 'grammy';
import { expect, it } from 'vitest';
import { fitMiniAppButtons, withoutMiniAppButtons } from './mini-app-buttons.ts';

const open = { text: 'Open', url: 'https://example.lv' };
const edit = { text: 'Edit', web_app: { url: 'http://localhost:3000/filters' } };

it('leaves out the buttons that open the mini app, and the rows they leave empty', () => {
  const call = { chat_id: 1, text: 'x', reply_markup: { inline_keyboard: [[open, edit], [edit]] } };
  expect(withoutMiniAppButtons(call)).toEqual({ ...call, reply_markup: { inline_keyboard: [[open]] } });
});

it('changes no other call', () => {
  const call = { chat_id: 1, text: 'x' };
  expect(withoutMiniAppButtons(call)).toBe(call);
});

it.each([
  ['http://localhost:3000', 'https://api.telegram.org', 1],
  ['https://vanags.example', 'https://api.telegram.org', 0],
  ['http://localhost:3000', 'http://localhost:8081', 0],
])('a service at %s that asks %s fits its buttons: %i', (publicUrl, apiRoot, transformers) => {
  const api = new Api('1:x');
  fitMiniAppButtons(api, { publicUrl, apiRoot });
  expect(api.config.installedTransformers()).toHaveLength(transformers);
});
