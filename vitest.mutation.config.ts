import { defineConfig } from 'vitest/config';
import stryker from './stryker.config.json' with { type: 'json' };

/** For `npm run mutation`: each file is judged by the tests beside it alone. */
export default defineConfig({
  test: { include: stryker.mutate.map((file) => file.replace(/\.ts$/, '.test.ts')) },
});
