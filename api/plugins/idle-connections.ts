import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What was sent over a connection before the stop has arrived by then. */
const GRACE_MS = 500;
const LOOK_EVERY_MS = 100;

/**
 * Ends, at a stop, the connections that wait for a request, in the place of Node. That takes one over which nothing was
 * asked yet for busy (browsers and balancers open some ahead) and forgets one that becomes idle only later: each would
 * hold the stop up until its client goes. And it takes one for idle whose answer is written but not sent: a slow client
 * would get half of it.
 * @param stopMs whoever takes longer for an answer is cut off, so that nobody can keep the service from ending
 */
export function endIdleConnections(app: FastifyInstance, stopMs: number): void {
  const { server } = app;
  const requestsInHand = new Map<Socket, number>();
  const note = (socket: Socket, change: 1 | -1) => {
    const inHand = requestsInHand.get(socket);
    if (inHand !== undefined) requestsInHand.set(socket, inHand + change);
  };
  server.on('connection', (socket: Socket) => {
    requestsInHand.set(socket, 0);
    socket.once('close', () => requestsInHand.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    note(socket, 1);
    response.once('close', () => note(socket, -1));
  });
  server.closeIdleConnections = () => {};
  app.addHook('preClose', async () => {
    if (!server.listening) return;
    const since = performance.now();
    // Again and again: the listener takes some more until it closes.
    const looking = setInterval(() => {
      const passed = performance.now() - since;
      if (passed < GRACE_MS) return;
      for (const [socket, inHand] of requestsInHand) if (inHand === 0 || passed >= stopMs) socket.destroy();
    }, LOOK_EVERY_MS);
    server.once('close', () => clearInterval(looking));
  });
}
