import { alertsOf, type ToldAlert } from './alert-history.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** The messages about ads that each listener has got so far, in the order of the listeners. */
export async function messagesOfEach(world: ChaosWorld): Promise<ToldAlert[][]> {
  const byChat = Map.groupBy(alertsOf(await world.telegram.calls()), ({ chatId }) => chatId);
  return world.audience.listeners.map(({ chatId }) => byChat.get(chatId) ?? []);
}
