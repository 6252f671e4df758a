import type { InlineKeyboardButton } from 'grammy/types';
import { PLANS, type Plan } from '#core/contracts/plans.ts';
import type { NoticeContent } from '#core/notifications/admin-texts.ts';
import type { AdminSubject } from '#core/notifications/message-sender.ts';
import { canRequest } from '#core/plans/plan-rules.ts';
import { problemData, requestData } from '../callback-data.ts';
import { personName, roleName } from '../names.ts';
import type { Translate } from '../texts.ts';
import { cutText } from './rich-text.ts';

/** A message to administrators, as it is sent and as its buttons change it. */
export interface NoticeMessage {
  readonly text: string;
  readonly keyboard: InlineKeyboardButton[][];
}

/** Telegram takes no more; a report can be longer where its characters are made of many. */
const MESSAGE_LENGTH = 4096;

export function noticeMessage({ values, subject }: NoticeContent, t: Translate): NoticeMessage {
  const name = personName(String(values.name), t);
  if (subject.kind === 'problem') {
    const text = t('admin.problem', { ...values, name });
    return { text: cutText(text, MESSAGE_LENGTH), keyboard: problemKeyboard(subject, t) };
  }
  // Names of roles are put in one by one: a text with words of users in it must not look up others.
  const names = { plan: roleName(String(values.plan), t), role: roleName(subject.role, t) };
  return { text: t('admin.request', { ...values, name, ...names }), keyboard: requestKeyboard(subject, t) };
}

/** A report with the question whether to end it. */
export function endingQuestion({ text }: NoticeMessage, id: number, t: Translate): NoticeMessage {
  const question = `\n\n${t('admin.askDelete')}`;
  return {
    text: cutText(text, MESSAGE_LENGTH - question.length) + question,
    keyboard: [
      [{ text: t('admin.button.delete'), callback_data: problemData(id, 'delete') }],
      [{ text: t('admin.button.keep'), callback_data: problemData(id, 'keep') }],
    ],
  };
}

function problemKeyboard({ id, isWhole }: Extract<AdminSubject, { kind: 'problem' }>, t: Translate) {
  const show = { text: t('admin.button.show'), callback_data: problemData(id, 'show') };
  const done = { text: t('admin.button.done'), callback_data: problemData(id, 'done') };
  return isWhole ? [[done]] : [[show], [done]];
}

/** Whichever plan gives more than the person has can be the answer. */
function requestKeyboard({ id, role }: Extract<AdminSubject, { kind: 'plan' }>, t: Translate) {
  const grants = PLANS.filter((plan) => canRequest(role, plan)).map((plan) => [grantButton(id, plan, t)]);
  return [...grants, [{ text: t('admin.button.decline'), callback_data: requestData(id, 'decline') }]];
}

function grantButton(id: number, plan: Plan, t: Translate): InlineKeyboardButton {
  return { text: t('admin.button.grant', { plan: roleName(plan, t) }), callback_data: requestData(id, plan) };
}
