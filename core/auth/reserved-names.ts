/** Names under which somebody could pass for the service or for those who run it. */
const RESERVED = [
  'abuse',
  'admin',
  'administration',
  'administrator',
  'administrators',
  'admins',
  'atbalsts',
  'drosiba',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'kontakti',
  'moderator',
  'moderators',
  'noreply',
  'official',
  'operator',
  'owner',
  'palidziba',
  'postmaster',
  'root',
  'security',
  'service',
  'serviss',
  'sistema',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'telegram',
  'telegrambot',
  'vanags',
  'vanagsbot',
  'webmaster',
];

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  l: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
};

const LOOKS_RESERVED: ReadonlySet<string> = new Set(RESERVED.map(look));

/** Whether the username is a reserved name in any spelling: `Admin`, `ad_min`, `4dm1n`. */
export function isReserved(username: string): boolean {
  return LOOKS_RESERVED.has(look(username));
}

/** What spellings that look alike have in common. */
function look(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/[\dl]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
    .replace(/(.)\1+/g, '$1');
}
