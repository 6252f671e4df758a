/** Addresses of the mini app that the bot's buttons open. */
export interface AppLinks {
  readonly home: string;
  readonly filters: string;
  readonly newFilter: string;
  readonly profile: string;
  readonly privacy: string;
  readonly editFilter: (filterId: number) => string;
  /** The token stands behind the #, which no browser sends and no server logs. */
  readonly login: (token: string) => string;
}

/** @param publicUrl where the service is reached, without a slash at the end. */
export function appLinks(publicUrl: string): AppLinks {
  return {
    home: `${publicUrl}/`,
    filters: `${publicUrl}/filters`,
    newFilter: `${publicUrl}/filters/new`,
    profile: `${publicUrl}/profile`,
    privacy: `${publicUrl}/privacy`,
    editFilter: (filterId) => `${publicUrl}/filters/update/${filterId}`,
    login: (token) => `${publicUrl}/login#token=${token}`,
  };
}
