import { Counter, Histogram, type Registry } from 'prom-client';
import { PATHS } from '#core/contracts/paths.ts';
import type { AnsweredRequest } from '../plugins/request-timing.ts';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Where somebody says who they are. */
const DOORS: ReadonlySet<string> = new Set([PATHS.login, PATHS.signup, PATHS.passwordLogin, PATHS.devLogin]);

/** @returns what is to be told of each request that was answered. */
export function addHttpFigures(registers: Registry[]): (request: AnsweredRequest) => void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their route',
    labelNames: ['route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const refused = new Counter({ name: 'login_failures_total', help: 'Log-ins that were refused', registers });
  return ({ route, status, seconds }) => {
    durations.observe({ route, status }, seconds);
    if (status === 401 && DOORS.has(route)) refused.inc();
  };
}
