/** What people send beside text; messages of Telegram itself (a pinned message, a new photo of the chat) are none. */
export const CONTENT = [
  'message:file',
  'message:contact',
  'message:location',
  'message:poll',
  'message:dice',
  'message:game',
  'message:story',
] as const;
