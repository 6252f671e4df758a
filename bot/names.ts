import type { Role } from '#core/contracts/user.ts';
import { cleanText } from './delivery/rich-text.ts';
import type { Translate } from './texts.ts';

/** Somebody whose account is gone has no name any more. */
export function personName(firstName: string, t: Translate): string {
  return cleanText(firstName) || t('admin.nameless');
}

/** The role as it is named inside a sentence. */
export function roleName(role: string, t: Translate): string {
  return t('common:quoted', { text: t(`common:role.${role as Role}`) });
}
