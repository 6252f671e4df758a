/** Where an administrator acts: in the pages, in the chat with the bot, on the command line. */
export type ActorWay = 'web' | 'bot' | 'cli';

/** Who acts as an administrator. */
export interface Actor {
  /** The administrator's user; null on the command line, which whoever holds the machine may use. */
  readonly userId: number | null;
  /** Who it is in the audit log: `user 7`, or who is logged in on the machine. */
  readonly name: string;
  readonly way: ActorWay;
  /** Network address; null where there is none. */
  readonly ip: string | null;
}

/** An administrator in the pages or in the chat. */
export function actingUser(userId: number, way: ActorWay, ip: string | null = null): Actor {
  return { userId, name: `user ${userId}`, way, ip };
}

/** Who asks to be let in and has not shown who it is. */
export function stranger(ip: string): Actor {
  return { userId: null, name: 'stranger', way: 'web', ip };
}
