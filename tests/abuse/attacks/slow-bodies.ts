import { request } from 'node:http';
import type { Attack, Figures } from '../attack.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';
import { newAddress } from '../stack.ts';

const dripMs = 500;
const bytes = 1_000;

/** Sends a JSON body a byte at a time. Returns the status of the answer and after how long the connection was closed, s. */
function drip(url: string, address: string): Promise<{ status: number; seconds: number }> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    const headers = {
      'content-type': 'application/json',
      'content-length': String(bytes),
      'x-forwarded-for': address,
    };
    const call = request(url, { method: 'POST', headers, agent: false });
    const timer = setInterval(() => call.write(' '), dripMs);
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    call.on('error', () => {});
    call.on('close', () => {
      clearInterval(timer);
      resolve({ status, seconds: Math.round((performance.now() - begun) / 100) / 10 });
    });
    call.flushHeaders();
  });
}

export const slowBodies: Attack = {
  name: 'slow-bodies',
  title: 'answers and closes what sends its JSON a byte at a time, and looks up certificates meanwhile',
  isMostlyWaiting: true,
  async run({ stack, lookUp }, size): Promise<Figures> {
    const calls = ['/api/verify?fn=report', '/auth/v1/token?grant_type=pkce'];
    const each = size === 'sample' ? 3 : 50;
    const all = calls.flatMap((call) => Array.from({ length: each }, () => `${stack.app}${call}`));
    const { result, times } = await measureDuring(
      () => Promise.all(all.map((url) => drip(url, newAddress()))),
      { requests: { lookUp }, size },
    );
    return {
      ...figuresOf(times),
      others: result.filter(({ status }) => status !== 408).length,
      closedSeconds: Math.max(...result.map(({ seconds }) => seconds)),
    };
  },
  // Stalled after five seconds, noticed half a second later.
  bounds: { others: { max: 0 }, closedSeconds: { max: 10 } },
};
