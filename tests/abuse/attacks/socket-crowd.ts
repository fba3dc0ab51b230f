import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { generous } from '../../patience.ts';
import type { Attack } from '../attack.ts';
import { type AbuseStack, newAddress } from '../stack.ts';

/** Opens a WebSocket that sends nothing. Returns the socket, or the status of the refusal. */
function open(app: string, headers: Record<string, string>): Promise<Duplex | number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${app}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        ...headers,
      },
    });
    asked.on('upgrade', (_response, socket) => resolve(socket.resume().on('error', () => undefined)));
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

async function crowd({ stack }: AbuseStack, headers: () => Record<string, string>, count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => open(stack.app, headers())));
  return all.filter((socket) => typeof socket !== 'number');
}

/** How long a socket that does not authenticate stays open, s. Rejects when it stays. */
async function silence(socket: Duplex): Promise<number> {
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the socket was not closed')), generous);
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
  });
  return Math.round((performance.now() - begun) / 100) / 10;
}

export const socketCrowd: Attack = {
  name: 'socket-crowd',
  title:
    'limits the sockets of an address, and refuses those of a foreign page and those that do not authenticate',
  isMostlyWaiting: true,
  async run(abuse, size) {
    const address = newAddress();
    const count = size === 'sample' ? 30 : 300;
    const fromOneAddress = await crowd(abuse, () => ({ 'x-forwarded-for': address }), count);
    const foreign = await crowd(
      abuse,
      () => ({ 'x-forwarded-for': newAddress(), origin: 'https://evil.example' }),
      5,
    );
    const own = await crowd(abuse, () => ({ 'x-forwarded-for': newAddress(), origin: abuse.stack.app }), 1);
    const [first] = fromOneAddress;
    const silentSeconds = first ? await silence(first) : 0;
    const before = (await abuse.log('bff')).split('\n').length;
    await fetch(`${abuse.stack.app}/socket.io/?EIO=4&transport=polling`);
    await fetch(`${abuse.stack.app}/socket.io/?transport=polling`, { method: 'POST', body: 'x' });
    const logged = (await abuse.log('bff')).split('\n').slice(before - 1);
    const pollingFaults = logged.filter((line) => /"level":"?(50|60|error|fatal)/.test(line)).length;
    for (const socket of [...fromOneAddress, ...foreign, ...own]) socket.destroy();
    return {
      fromOneAddress: fromOneAddress.length,
      foreignPages: foreign.length,
      ownPages: own.length,
      silentSeconds,
      pollingFaults,
    };
  },
  bounds: {
    fromOneAddress: { max: 20 },
    foreignPages: { max: 0 },
    ownPages: { min: 1 },
    silentSeconds: { max: 8 },
    pollingFaults: { max: 0 },
  },
};
