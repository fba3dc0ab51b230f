import { lookup } from 'node:dns/promises';
import { times } from '@sello/kit';
import type { Platform } from './records.ts';

export interface PlatformOptions {
  /** The host of PUBLIC_URL. */
  host: string;
  /** The addresses that apex domains are to point to; default: those that the system finds for the host. */
  addresses?: readonly string[] | undefined;
}

/**
 * Returns a function that answers where custom domains are to point. Addresses are sorted, so that a name server's round
 * robin changes no record. While the host cannot be resolved, the last addresses remain.
 */
export function createPlatform({ host, addresses: given }: PlatformOptions): () => Promise<Platform> {
  if (given && given.length > 0) return async () => ({ host, addresses: given });
  let addresses: readonly string[] = [];
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  async function read(): Promise<void> {
    const found = await lookup(host, { all: true }).catch(() => []);
    if (found.length > 0) addresses = [...new Set(found.map(({ address }) => address))].toSorted();
    readAt = performance.now();
    reading = undefined;
  }
  return async () => {
    if (performance.now() - readAt > times.platformKeptMs) {
      reading ??= read();
      await reading;
    }
    return { host, addresses };
  };
}
