import { it } from 'vitest';
import { restartInTurns } from '#tests/support/replicas/rolling-story.ts';

it('a rolling restart fails no request and loses no update that is fetched, and no alert', async ({
  onTestFinished,
}) => {
  await restartInTurns('polling', onTestFinished);
});

it('a rolling restart fails no request and loses no update that is pushed, and no alert', async ({
  onTestFinished,
}) => {
  await restartInTurns('webhook', onTestFinished);
});
