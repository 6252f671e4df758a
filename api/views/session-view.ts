import type { SessionInfo } from '#core/auth/session-service.ts';
import type { SessionsResponse } from '#core/contracts/sessions.ts';

export function sessionView({
  way,
  client,
  createdAt,
  lastUsedAt,
  current,
}: SessionInfo): SessionsResponse['sessions'][0] {
  return { way, client, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString(), current };
}
