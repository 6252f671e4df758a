import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    // Files of one worker share what they import, which saves a third of the time; each keeps its own state.
    isolate: false,
    // All cores: nobody works beside the tests.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{core,api,bot,cli,webapp,tools}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: './tests/global-setup.ts',
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        // Processes, faults and kills, two files at a time: most of it is waiting.
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          globalSetup: './tests/global-setup.ts',
          testTimeout: 170_000,
        },
      },
      {
        extends: true,
        // What takes minutes runs by `npm run test:long` only.
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: './tests/global-setup.ts',
          testTimeout: 600_000,
        },
      },
    ],
  },
});
