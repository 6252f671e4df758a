import type { SettingsResponse } from '#core/contracts/settings.ts';
import type { TestAlert } from '#core/notifications/alert-settings.ts';
import type { NotificationStatus } from '#core/notifications/notification.entity.ts';
import { timeOfDay } from '#core/users/quiet-hours.ts';
import type { StoredSettings } from '#core/users/user-settings.ts';

type TestAlertView = NonNullable<SettingsResponse['testAlert']>;

const TEST_STATES: Readonly<Record<NotificationStatus, TestAlertView['state']>> = {
  pending: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  cancelled: 'failed',
  expired: 'failed',
  dead: 'failed',
};

/** @param missed ads that matched while the alerts were off; null when they were not switched on just now */
export function settingsView(settings: StoredSettings, missed: number | null = null): SettingsResponse {
  const { language, alerts, deliveryMode, quietFrom, quietTo, timeZone, reachable, testAlert } = settings;
  return {
    language,
    alerts,
    delivery: deliveryMode,
    quietFrom: timeOfDay(quietFrom),
    quietTo: timeOfDay(quietTo),
    timeZone,
    reachable,
    testAlert: testAlert && testAlertView(testAlert),
    ...(missed !== null && { missed }),
  };
}

function testAlertView({ status, at }: TestAlert): TestAlertView {
  return { state: TEST_STATES[status], at: at.toISOString() };
}
