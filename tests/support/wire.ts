import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** What came back over a connection, as far as it can be read. */
export interface Reply {
  /** null: closed without a word. */
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
}

/** A port of the API, for those who speak to it byte by byte. */
export async function openWire(app: FastifyInstance) {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(url).port);
  const open: Socket[] = [];

  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    // Whoever is thrown out hears of it in many ways.
    socket.on('error', () => {});
    open.push(socket);
    await once(socket, 'connect');
    return socket;
  };

  return {
    url,
    dial,
    /** Sends bytes, says no more, and reads until the other side closes. */
    async say(bytes: string | Uint8Array): Promise<Reply> {
      const socket = await dial();
      const reply = heard(socket);
      socket.end(bytes);
      return reply;
    },
    /** Sends the start at once and then a piece again and again until it is thrown out. */
    async drip(start: string, piece: string, everyMs: number): Promise<Reply> {
      const socket = await dial();
      const reply = heard(socket);
      socket.write(start);
      const timer = setInterval(() => socket.write(piece), everyMs);
      return reply.finally(() => clearInterval(timer));
    },
    /** How long somebody else waits for a sign of life on a connection of their own, in milliseconds. */
    async signOfLife(): Promise<number> {
      const begun = performance.now();
      const [answer] = await once(get(`${url}/healthz`, { agent: false }), 'response');
      await text(answer);
      if (answer.statusCode !== 200) throw new Error(`no sign of life: ${answer.statusCode}`);
      return performance.now() - begun;
    },
    /** How many connections the server holds. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    hangUp(): void {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Everything that is said until the connection is closed or torn. */
async function heard(socket: Socket): Promise<Reply> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  await new Promise((resolve) => socket.once('close', resolve));
  return readReply(Buffer.concat(pieces));
}

/** The first reply; what follows on the same connection is left out. */
function readReply(said: Buffer): Reply {
  const end = said.indexOf('\r\n\r\n');
  const head = said.subarray(0, end === -1 ? said.length : end).toString('latin1');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const start = head.length + 4;
  const body = said.subarray(start, length === undefined ? undefined : start + Number(length)).toString();
  return { status: status === undefined ? null : Number(status), head, body };
}
