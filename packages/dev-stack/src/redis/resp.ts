import { connect } from 'node:net';

/** How long the server may take to reply, ms. */
const TIMEOUT_MS = 2_000;

/**
 * Sends commands to a Redis server and returns the first line of the last reply (RESP 2): enough to check that it runs,
 * without a client library.
 */
export function sendRedisCommands(host: string, port: number, commands: string[][]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let received = '';
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    socket.once('connect', () => {
      for (const words of commands) socket.write(encode(words));
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const lines = received.split('\r\n');
      if (lines.length <= commands.length) return;
      socket.destroy();
      resolve(lines[commands.length - 1]!);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

function encode(words: string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
