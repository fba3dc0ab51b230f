import { connect } from 'node:net';
import { generous } from '../../patience.ts';
import type { Attack } from '../attack.ts';

const dripMs = 500;

/**
 * Sends the headers of a request a few bytes at a time. Returns after how long the server closed the connection, s; rejects
 * when it does not.
 */
function drip(origin: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const end = () => {
      clearInterval(timer);
      clearTimeout(late);
      socket.destroy();
      resolve(Math.round((performance.now() - begun) / 100) / 10);
    };
    const timer = setInterval(() => socket.write('x-a: b\r\n'), dripMs);
    const late = setTimeout(() => {
      reject(new Error('the connection was not closed'));
      end();
    }, generous);
    socket.on('error', end).on('close', end).resume();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n');
  });
}

export const slowHeads: Attack = {
  name: 'slow-heads',
  title: 'closes connections whose headers are not complete within 15 s, on both ports',
  isMostlyWaiting: true,
  async run({ stack }) {
    const [publicSeconds, internalSeconds] = await Promise.all([drip(stack.app), drip(stack.internal)]);
    return { publicSeconds: publicSeconds!, internalSeconds: internalSeconds! };
  },
  // Node checks timeouts every second, and a busy machine may be late.
  bounds: { publicSeconds: { max: 18 }, internalSeconds: { max: 18 } },
};
