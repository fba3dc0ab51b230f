import { connect } from 'node:net';
import type { Attack } from '../attack.ts';

const dripMs = 500;
const patienceMs = 60_000;

/** Sends a request's head a few bytes at a time; answers when the server has hung up, s. */
function drip(origin: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const begun = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const end = () => {
      clearInterval(timer);
      clearTimeout(late);
      socket.destroy();
      resolve(Math.round((performance.now() - begun) / 100) / 10);
    };
    const timer = setInterval(() => socket.write('x-a: b\r\n'), dripMs);
    const late = setTimeout(end, patienceMs);
    socket.on('error', end).on('close', end).resume();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n');
  });
}

export const slowHeads: Attack = {
  name: 'slow-heads',
  title: 'hangs up on heads that are not whole within 15 s, on both ports',
  isMostlyWaiting: true,
  async run({ stack }) {
    const [publicSeconds, internalSeconds] = await Promise.all([drip(stack.app), drip(stack.internal)]);
    return { publicSeconds: publicSeconds!, internalSeconds: internalSeconds! };
  },
  // A loaded machine may be late by a round or two.
  bounds: { publicSeconds: { max: 18 }, internalSeconds: { max: 18 } },
};
