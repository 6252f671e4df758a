import { defineEntity, p } from '@mikro-orm/core';
import type { ROLES } from '../contracts/user.ts';
import { baseProperties, time } from '../db/base.entity.ts';
import { LOCALES } from '../i18n/locales.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  indexes: [
    { name: 'users_role_id_index', properties: ['role', 'id'] },
    {
      name: 'users_first_name_index',
      expression: 'create index "users_first_name_index" on "users" ("first_name" collate "und-x-icu", "id")',
    },
    { name: 'users_created_at_index', properties: ['createdAt'] },
    // So few that to ask of a user whether they are among them costs next to nothing.
    {
      name: 'users_paused_index',
      expression: 'create index "users_paused_index" on "users" ("id") where "paused_at" is not null',
    },
  ],
  checks: [
    { name: 'users_telegram_id_positive', expression: 'telegram_id > 0' },
    { name: 'users_role_known', expression: "role in ('user', 'basic', 'advanced', 'admin')" },
    { name: 'users_language_known', expression: `language in ('${LOCALES.join("', '")}')` },
    { name: 'users_delivery_mode_known', expression: "delivery_mode in ('instant', 'hourly', 'daily')" },
    { name: 'users_quiet_hours_whole', expression: '(quiet_from is null) = (quiet_to is null)' },
    { name: 'users_username_with_password', expression: '(username is null) = (password_hash is null)' },
    { name: 'users_username_with_key', expression: '(username is null) = (username_key is null)' },
    {
      name: 'users_quiet_hours_in_day',
      expression: 'quiet_from >= 0 and quiet_from <= 1439 and quiet_to >= 0 and quiet_to <= 1439',
    },
  ],
  properties: {
    ...baseProperties,
    telegramId: p.bigint('number').unique(),
    role: p.text().$type<(typeof ROLES)[number]>(),
    firstName: p.text(),
    username: p.text().nullable(),
    /** The username folded for comparison. */
    usernameKey: p.text().nullable().unique(),
    passwordHash: p.text().nullable().lazy().hidden(),
    email: p.text().nullable(),
    emailKey: p.text().nullable().unique(),
    /** E.164. */
    phone: p.text().nullable().unique(),
    language: p.text().$type<(typeof LOCALES)[number]>(),
    timeZone: p.text().default('Europe/Riga'),
    /** Since when the user wants no alerts; null: alerts are on. */
    pausedAt: time().nullable(),
    deliveryMode: p.text().$type<'instant' | 'hourly' | 'daily'>().default('instant'),
    /** Quiet hours in minutes after midnight in the user's time zone. */
    quietFrom: p.smallint().nullable(),
    quietTo: p.smallint().nullable(),
    /** Sessions and launch data older than this are refused. */
    sessionsValidAfter: time().nullable(),
  },
});

/** Somebody who uses Vanags; `telegramId` is where their alerts go. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
