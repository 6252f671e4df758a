import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryMode, SettingsRequest } from '../contracts/settings.ts';
import { NotFoundError } from '../errors.ts';
import type { Locale } from '../i18n/locales.ts';
import type { AlertSettings, TestAlert } from '../notifications/alert-settings.ts';
import { changedQuietHours, type QuietHours } from './quiet-hours.ts';
import { canonicalTimeZone } from './time-zone.ts';
import { User } from './user.entity.ts';

/** What decides when an alert may be sent. */
interface Timing extends QuietHours {
  readonly deliveryMode: DeliveryMode;
  readonly timeZone: string;
}

export interface StoredSettings extends Timing {
  readonly language: Locale;
  /** Whether alerts are sent at all. */
  readonly alerts: boolean;
  /** Whether the bot may write to the user. */
  readonly reachable: boolean;
  readonly testAlert: TestAlert | null;
}

interface UserSettingsDeps {
  readonly em: EntityManager;
  readonly alerts: AlertSettings;
}

/** What users choose for themselves: their language, and whether and when alerts come. */
export class UserSettings {
  readonly #em: EntityManager;
  readonly #alerts: AlertSettings;

  constructor(deps: UserSettingsDeps) {
    this.#em = deps.em;
    this.#alerts = deps.alerts;
  }

  /** @throws NotFoundError user.notFound */
  async get(userId: number): Promise<StoredSettings> {
    const [settings] = await this.#em.execute<Omit<StoredSettings, 'testAlert'>[]>(
      `select language, paused_at is null as alerts, delivery_mode as "deliveryMode", quiet_from as "quietFrom",
         quiet_to as "quietTo", time_zone as "timeZone", reachable
       from users join recipients on recipients.user_id = users.id where users.id = ?`,
      [userId],
    );
    if (!settings) throw new NotFoundError('user.notFound');
    return { ...settings, testAlert: await this.#alerts.lastTest(userId) };
  }

  /**
   * Changes what the request names, all of it or nothing; alerts that wait follow it.
   * @returns how many ads matched while the alerts were off; null when this did not switch them on.
   * @throws InvalidInputError settings.quietIncomplete, .quietEmpty or .timeZoneUnknown
   */
  async change(userId: number, change: SettingsRequest): Promise<number | null> {
    const pausedAt = await this.#em.transactional(async (em) => {
      const before = await lockTiming(em, userId);
      const after = changedTiming(before, change);
      const { language, alerts } = change;
      await em.nativeUpdate(User, { id: userId }, { ...after, ...(language !== undefined && { language }) });
      const wasPausedAt = alerts === undefined ? null : await this.#alerts.setPaused(em, userId, !alerts);
      if (isOther(before, after)) await this.#alerts.releasePutOff(em, userId);
      return wasPausedAt;
    });
    return change.alerts && pausedAt ? this.#alerts.missedSince(userId, pausedAt) : null;
  }
}

/** Two changes at once follow one another: each starts from what the other has left. */
async function lockTiming(em: EntityManager, userId: number): Promise<Timing> {
  const [timing] = await em.execute<Timing[]>(
    `select delivery_mode as "deliveryMode", quiet_from as "quietFrom", quiet_to as "quietTo", time_zone as "timeZone"
     from users where id = ? for no key update`,
    [userId],
  );
  if (!timing) throw new NotFoundError('user.notFound');
  return timing;
}

function changedTiming(stored: Timing, change: SettingsRequest): Timing {
  return {
    ...changedQuietHours(stored, change),
    deliveryMode: change.delivery ?? stored.deliveryMode,
    timeZone: change.timeZone === undefined ? stored.timeZone : canonicalTimeZone(change.timeZone),
  };
}

function isOther(before: Timing, after: Timing): boolean {
  return (['deliveryMode', 'quietFrom', 'quietTo', 'timeZone'] as const).some((key) => before[key] !== after[key]);
}
