import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { createTestApp } from '../support/test-app.ts';

const SOON_MS = 5_000;

/** A service with one call that is answered when the test says so. @param body of the answer */
async function listening(body: object | Buffer = {}) {
  const life = { isStopping: false };
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const world = await createTestApp({
    isStopping: () => life.isStopping,
    patience: { stopMs: 2_000 },
    webhook: async (_request, reply) => {
      begun.resolve();
      await answer.promise;
      return reply.send(body);
    },
  });
  onTestFinished(world.close);
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(url).port);
  const stop = async () => {
    life.isStopping = true;
    const since = performance.now();
    await world.app.close();
    return performance.now() - since;
  };
  return { port, begun: begun.promise, answer: answer.resolve, stop };
}

function post(port: number, agent: Agent) {
  const headers = { 'content-type': 'application/json' };
  const call = request({ agent, port, path: PATHS.telegramWebhook, method: 'POST', headers });
  const response = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end('{}');
  return response;
}

it('a kept connection whose call began before the stop and ended after it does not hold the stop up', async () => {
  const service = await listening();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const response = post(service.port, agent);
  await service.begun;
  const stopped = service.stop();
  service.answer();
  const [{ statusCode, headers: told }] = await response;
  expect([statusCode, told.connection]).toEqual([200, 'close']);
  expect(await stopped).toBeLessThan(SOON_MS);
});

it('neither does one over which nothing was asked', async () => {
  const service = await listening();
  const unused = connect({ port: service.port, host: '127.0.0.1' });
  await once(unused, 'connect');
  expect(await service.stop()).toBeLessThan(SOON_MS);
});

it('who reads slowly gets the whole answer', async () => {
  const service = await listening(Buffer.alloc(8_000_000));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  service.answer();
  const [response] = await post(service.port, agent);
  const stopped = service.stop();
  let bytes = 0;
  for await (const piece of response) bytes += piece.length;
  expect(bytes).toBe(8_000_000);
  expect(await stopped).toBeLessThan(SOON_MS);
});

it('who does not read at all is cut off', async () => {
  const service = await listening(Buffer.alloc(8_000_000));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  service.answer();
  const [response] = await post(service.port, agent);
  const broken = once(response, 'error');
  expect(await service.stop()).toBeLessThan(SOON_MS);
  response.resume();
  await broken;
});
