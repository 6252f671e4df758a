import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties, time } from '../db/base.entity.ts';
import type { Locale } from '../i18n/locales.ts';

/** What a right code carries out. */
export type VerificationPurpose = 'register' | 'messaging-account' | 'password';

/** What is carried out then; what is absent stays as it is. */
export interface PendingChange {
  /** The account that is changed; absent in a registration. */
  readonly userId?: number;
  /** The messaging account that got the latest code. */
  readonly telegramId?: number;
  readonly username?: string;
  /** The username folded for comparison; `emailKey` likewise. */
  readonly usernameKey?: string;
  readonly passwordHash?: string;
  readonly email?: string;
  readonly emailKey?: string;
  /** E.164. */
  readonly phone?: string;
  readonly firstName?: string;
  readonly language?: Locale;
}

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  checks: [
    { name: 'verifications_purpose_known', expression: "purpose in ('register', 'messaging-account', 'password')" },
  ],
  properties: {
    ...baseProperties,
    /** SHA-256 of the token in the deep link; also its name for the page that waits. */
    tokenHash: p.text().unique(),
    purpose: p.text().$type<VerificationPurpose>(),
    pending: p.json<PendingChange>(),
    /** Number of the latest code, of which each is made from it; 0: none was given yet. */
    round: p.smallint().default(0),
    /** Codes that were tried so far, of all rounds. */
    tries: p.smallint().default(0),
    /** SHA-256 of what the code is bound to: the browser that asked, or the user who is signed in there. */
    browserHash: p.text(),
    /** Browser and system that asked, to be shown in the chat. */
    client: p.text().nullable(),
    expiresAt: time(),
  },
});

/** A change that waits for a code, which proves that a messaging account belongs to who asks. */
export class Verification extends VerificationSchema.class {}
VerificationSchema.setClass(Verification);
