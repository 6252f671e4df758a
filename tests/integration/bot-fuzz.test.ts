import { afterAll, beforeAll, it } from 'vitest';
import { fuzzBot } from '#tests/support/bot-fuzz.ts';
import { type ConversationWorld, openConversationWorld } from '#tests/support/conversation-world.ts';

let talks: ConversationWorld;
beforeAll(async () => {
  talks = await openConversationWorld();
});
afterAll(() => talks.world.close());

it('updates that nobody would send harm nobody', async () => {
  await fuzzBot(talks, 100);
});
