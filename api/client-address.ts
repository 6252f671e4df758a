import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** An IPv4 address as a server that listens on both kinds sees it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** 64 bits: what even the smallest customer gets as a whole. */
const NETWORK_GROUPS = 4;

/**
 * Where a request comes from, for counting. Whoever has one IPv6 address has 2^64 of them, so there the network counts.
 */
export function clientAddress({ ip }: FastifyRequest): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? networkOf(ip) : ip;
}

/** The first half, in the one spelling of all that an address has. */
function networkOf(ip: string): string {
  const [head = [], tail = []] = ip.split('::').map((half) => half.split(':').filter(Boolean));
  const left = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const network = [...head, ...left, ...tail].slice(0, NETWORK_GROUPS);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
