/** Looks through the workflows of the forge: `npm run lint:workflows`. */
import { readWorkflows, workflowFaults } from './workflows.ts';

for (const fault of await workflowFaults(readWorkflows())) {
  console.error(fault);
  process.exitCode = 1;
}
