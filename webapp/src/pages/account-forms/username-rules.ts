import { MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH, usernameFault } from '#core/contracts/account-rules.ts';

/** Which rules a username that is being typed keeps already. */
export function usernameRules(written: string): { readonly length: boolean; readonly characters: boolean } {
  const username = written.trim();
  return {
    length: username.length >= MIN_USERNAME_LENGTH && username.length <= MAX_USERNAME_LENGTH,
    characters: username !== '' && usernameFault(username) !== 'user.usernameCharacters',
  };
}
