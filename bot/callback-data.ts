import { PLANS, type Plan } from '#core/contracts/plans.ts';
import { DELIVERY_MODES, type DeliveryMode } from '#core/contracts/settings.ts';
import { LOCALES, type Locale } from '#core/i18n/locales.ts';
import type { QuietTimes } from './quiet-times.ts';

/** What a button switches: an ad's hiding, or a filter, on an alert or in the list. */
export type SwitchKind = 'hide' | 'alertFilter' | 'listFilter';

const LETTER: Record<SwitchKind, string> = { hide: 'h', alertFilter: 'f', listFilter: 'l' };

/** `f:12:0` = filter 12 off. It names the state to reach, so that a second press changes nothing. At most 64 bytes. */
export function switchData(kind: SwitchKind, id: number, on: boolean): string {
  return `${LETTER[kind]}:${id}:${on ? 1 : 0}`;
}

/** 15 digits are always a safe integer. */
export function switchPattern(kind: SwitchKind): RegExp {
  return new RegExp(`^${LETTER[kind]}:([1-9]\\d{0,14}):([01])$`);
}

export interface SwitchTarget {
  readonly id: number;
  readonly on: boolean;
}

/** Reads what `switchPattern` has matched. */
export function readSwitch(match: string | RegExpMatchArray): SwitchTarget {
  return { id: Number(match[1]), on: match[2] === '1' };
}

/** `i:<id>:1` = let in the browser that waits. */
export function loginData(loginId: string, isConfirmed: boolean): string {
  return `i:${loginId}:${isConfirmed ? 1 : 0}`;
}

export const LOGIN_PATTERN = /^i:([A-Za-z0-9_-]{43}):([01])$/;

/** Reads what `LOGIN_PATTERN` has matched. */
export function readLogin(match: string | RegExpMatchArray): { readonly id: string; readonly isConfirmed: boolean } {
  return { id: match[1] ?? '', isConfirmed: match[2] === '1' };
}

/** `c:<id>` = another code for the verification. */
export function newCodeData(verificationId: string): string {
  return `c:${verificationId}`;
}

export const NEW_CODE_PATTERN = /^c:([A-Za-z0-9_-]{43})$/;

export function languageData(locale: Locale): string {
  return `g:${locale}`;
}

export const LANGUAGE_PATTERN = new RegExp(`^g:(${LOCALES.join('|')})$`);

/** `a:8123:4` = the answer 4 to a question of the conversation that the update 8123 began. */
export function answerData(conversationId: number, answer: string): string {
  return `a:${conversationId}:${answer}`;
}

export const ANSWER_PATTERN = /^a:(\d{1,15}):(\w{1,20})$/;

/** The answer that a button of this conversation gives; null: it is another button. */
export function readAnswer(data: string, conversationId: number): string | null {
  const [, id, answer = null] = ANSWER_PATTERN.exec(data) ?? [];
  return Number(id) === conversationId ? answer : null;
}

/** It names the account, so that it never ends a later one, and the language that the account takes with it. */
export function deletionData(userId: number, locale: Locale): string {
  return `d:${userId}:${locale}`;
}

export const DELETION_PATTERN = new RegExp(`^d:([1-9]\\d{0,14}):(${LOCALES.join('|')})$`);
export const KEEP_ACCOUNT = 'd:keep';

/** What an administrator does with a report: reads all of it, asks to end it, ends it, or lets it be. */
const PROBLEM_STEPS = ['show', 'done', 'delete', 'keep'] as const;
export type ProblemStep = (typeof PROBLEM_STEPS)[number];

/** `p:12:show` = all of report 12. */
export function problemData(problemId: number, step: ProblemStep): string {
  return `p:${problemId}:${step}`;
}

export const PROBLEM_PATTERN = new RegExp(`^p:([1-9]\\d{0,14}):(${PROBLEM_STEPS.join('|')})$`);

/** Reads what `PROBLEM_PATTERN` has matched. */
export function readProblem(match: string | RegExpMatchArray): { readonly id: number; readonly step: ProblemStep } {
  return { id: Number(match[1]), step: PROBLEM_STEPS.find((step) => step === match[2]) ?? 'keep' };
}

/** `r:12:basic` = give this plan in answer to request 12; `r:12:decline`. */
export function requestData(requestId: number, answer: Plan | 'decline'): string {
  return `r:${requestId}:${answer}`;
}

export const REQUEST_PATTERN = new RegExp(`^r:([1-9]\\d{0,14}):(${PLANS.join('|')}|decline)$`);

/** Reads what `REQUEST_PATTERN` has matched; without a plan it declines. */
export function readRequest(match: string | RegExpMatchArray): { readonly id: number; readonly plan: Plan | null } {
  return { id: Number(match[1]), plan: PLANS.find((plan) => plan === match[2]) ?? null };
}

/** `u:basic` = whoever presses asks for this plan. */
export function planData(plan: Plan): string {
  return `u:${plan}`;
}

export const PLAN_PATTERN = new RegExp(`^u:(${PLANS.join('|')})$`);

/** `w:812` = why the alert about event 812 came; it is looked up among the alerts of whoever presses. */
export function whyData(eventId: number): string {
  return `w:${eventId}`;
}

export const WHY_PATTERN = /^w:([1-9]\d{0,14})$/;

/** Reads what `WHY_PATTERN` has matched. */
export function readWhy(match: string | RegExpMatchArray): number {
  return Number(match[1]);
}

/** `m:daily` = how soon alerts are sent. */
export function deliveryData(mode: DeliveryMode): string {
  return `m:${mode}`;
}

export const DELIVERY_PATTERN = new RegExp(`^m:(${DELIVERY_MODES.join('|')})$`);

/** Reads what `DELIVERY_PATTERN` has matched. */
export function readDelivery(match: string | RegExpMatchArray): DeliveryMode {
  return DELIVERY_MODES.find((mode) => mode === match[1]) ?? DELIVERY_MODES[0];
}

/** `q:22:00-07:00` = the quiet hours; `q:off` = none. */
export function quietData({ quietFrom, quietTo }: QuietTimes): string {
  return quietFrom === null ? 'q:off' : `q:${quietFrom}-${quietTo}`;
}

const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
export const QUIET_PATTERN = new RegExp(`^q:(?:off|(${TIME})-(${TIME}))$`);

/** Reads what `QUIET_PATTERN` has matched. */
export function readQuiet(match: string | RegExpMatchArray): QuietTimes {
  return { quietFrom: match[1] ?? null, quietTo: match[2] ?? null };
}
