import { accessSync, constants } from 'node:fs';

/**
 * Takes settings of `.env` in this folder, if there is one for us: that of a clone is closed to the user of a service who
 * gives a command there, and has its settings from elsewhere. What the environment says prevails.
 */
export function loadEnvFile(): void {
  try {
    accessSync('.env', constants.R_OK);
  } catch {
    return;
  }
  process.loadEnvFile();
}
