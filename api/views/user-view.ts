import type { SessionUser, UserResponse } from '#core/contracts/user.ts';
import type { User } from '#core/users/user.entity.ts';

export function sessionUserView(user: User): SessionUser {
  return { id: user.id, telegram_user_id: user.telegramId, first_name: user.firstName };
}

export function userView(user: User): UserResponse {
  return { ...sessionUserView(user), role: user.role, language: user.language, username: user.username ?? null };
}
