/** What people of the tests log in with: long enough, and nobody's favourite. */
export const PASSWORD = 'seven grey hawks';
export const OTHER_PASSWORD = 'nine brown herons';
