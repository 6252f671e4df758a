import { vi } from 'vitest';
import type { RelayedCall } from '../chaos/outage-relay.ts';
import type { LeaderWatch } from './leader-watch.ts';
import type { Replica } from './replica.ts';
import type { ReplicaWorld } from './replica-world.ts';

const WITHIN = { timeout: 60_000, interval: 20 };

/** How long it took, from the moment in which the leader was struck, until another did it; in milliseconds. */
export interface TakeOver {
  readonly leads: number;
  /** It asked for updates. */
  readonly polls: number;
  /** It sent an alert. */
  readonly sends: number;
  /** Messages that were on their way to Telegram when the leader was struck: nobody knows what became of them. */
  readonly inFlight: number;
}

/** The leader dies, and starts anew when another has taken over. */
export async function killLeader(world: ReplicaWorld, watch: LeaderWatch): Promise<TakeOver> {
  const { replica } = await watch.leader();
  const taken = await takeOver(world, watch, replica, () => replica.service.kill());
  await replica.service.ended;
  await replica.again();
  await world.standsBy(replica);
  return taken;
}

/** The leader stands still, and wakes when another has taken over. */
export async function pauseLeader(world: ReplicaWorld, watch: LeaderWatch): Promise<TakeOver> {
  const { replica } = await watch.leader();
  const taken = await takeOver(world, watch, replica, () => replica.service.pause());
  replica.service.resume();
  await world.standsBy(replica);
  return taken;
}

async function takeOver(
  world: ReplicaWorld,
  watch: LeaderWatch,
  struck: Replica,
  strike: () => void,
): Promise<TakeOver> {
  const at = performance.now();
  strike();
  const inFlight = struck.calls.filter((call) => isSend(call) && call.endedAt === null).length;
  const others = world.others(struck);
  const [leads, polls, sends] = await Promise.all([
    watch.leader(others).then((leader) => leader.at),
    firstCall(others, at, ({ method, status }) => method === 'getUpdates' && status === 200),
    firstCall(others, at, (call) => isSend(call) && call.status === 200),
  ]);
  return { leads: leads - at, polls: polls - at, sends: sends - at, inFlight };
}

const isSend = ({ method }: RelayedCall) => method === 'sendMessage' || method === 'sendPhoto';

/** When one of them made such a call. */
function firstCall(among: readonly Replica[], since: number, isSuch: (call: RelayedCall) => boolean): Promise<number> {
  return vi.waitFor(() => {
    const call = among.flatMap(({ calls }) => calls).find((each) => each.at >= since && isSuch(each));
    if (!call) throw new Error('nobody has taken over');
    return call.at;
  }, WITHIN);
}
