import { connect } from 'node:net';

/**
 * One command to a Redis server and its first reply line (RESP 2, inline form): enough to learn that it lives, with
 * no client library held open.
 */
export function sendRedisCommands(
  host: string,
  port: number,
  commands: string[][],
  timeoutMs = 2_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let said = '';
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    socket.once('connect', () => {
      for (const words of commands) socket.write(encode(words));
    });
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      const lines = said.split('\r\n');
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
