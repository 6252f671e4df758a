import { ADDRESS_RATES, CALLS_A_MINUTE, REFUSED_LOGINS } from '#api/plugins/rate-limits.ts';
import { PATHS } from '#core/contracts/paths.ts';

const rate = ({ max, timeWindow }: { readonly max: number; readonly timeWindow: string }) => `${max} in ${timeWindow}`;

/** How often anybody may ask, beside what single calls say. */
export function ratesPart(): string {
  return [
    `- A user: ${CALLS_A_MINUTE.user} calls a minute. Who is not signed in: ${CALLS_A_MINUTE.nobody} a minute for an ` +
      'address.',
    `- An address, whoever is signed in there: ${CALLS_A_MINUTE.address} calls a minute; of \`${PATHS.filterNew}\` ` +
      `${rate(ADDRESS_RATES.filterNew)}, of \`${PATHS.reportProblem}\` ${rate(ADDRESS_RATES.problem)}, of ` +
      `\`${PATHS.feedback}\` ${rate(ADDRESS_RATES.feedback)}.`,
    `- Refused log-ins of \`${PATHS.login}\`: ${rate(REFUSED_LOGINS)} for an account and an address.`,
    '- Passwords, codes and reports have limits of their own, which are counted in the database over all replicas.',
  ].join('\n');
}
