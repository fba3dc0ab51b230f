import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { serialize } from 'bson';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { frame, opMsg, RawClient } from '../../tests/raw-client.ts';
import { serveConnection } from './connection.ts';
import { LARGE_BYTES, LargeMessages } from './large-messages.ts';
import { Replies } from './replies.ts';

const stallMs = 150;
let server: Server;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  const large = new LargeMessages();
  const replies = new Replies();
  server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {});
    void serveConnection({ socket, large, replies, run: async () => ({ ok: 1 }), log: () => {}, stallMs });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await once(server, 'close');
});

const message = frame(opMsg(serialize({ insert: 'c', text: 'x'.repeat(LARGE_BYTES), $db: 'x' })));

/** Sends the beginning of a large message, then single bytes slowly: it never stalls completely. */
function drip(): Promise<unknown> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(message.subarray(0, 1_000));
  const timer = setInterval(() => socket.write('x'), stallMs / 5);
  return once(socket, 'close').finally(() => clearInterval(timer));
}

it('gives up a message that arrives too slowly, so that other large messages are received', async () => {
  // More than the limit of concurrent large messages.
  const dripping = Array.from({ length: 6 }, drip);
  const client = await RawClient.to(port);
  sockets.push(client.socket);
  client.socket.write(message);
  expect(await client.answer()).toEqual({ ok: 1 });
  await Promise.all(dripping);
});
