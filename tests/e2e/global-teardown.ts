import { requireCleanLog } from '#tests/support/log-scan.ts';
import { runFolder } from '#tests/support/run-folder.ts';

/** The start of the demo alone logs more. */
const FEWEST_LINES = 10;

/** What the service logged while browsers used it holds nothing secret. */
export default function teardown(): void {
  requireCleanLog(runFolder(), FEWEST_LINES);
}
