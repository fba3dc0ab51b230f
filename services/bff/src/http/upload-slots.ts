import { AppError, times } from '@sello/kit';
import { networkOf } from './client-network.ts';

export interface UploadSlots {
  /**
   * Waits for an upload slot; returns a function that releases it. Throws `rate_limited` when no slot becomes free in
   * time, when too many uploads of the address wait already, or when `gone` is aborted.
   */
  enter(address: string | undefined, gone: AbortSignal): Promise<() => void>;
}

/** Concurrent uploads of one address (IPv6: one /64). */
const maxPerAddress = 2;
/** Concurrent uploads in all: times the largest upload this is the disk space that they can take. */
const maxTotal = 32;
/** Waiting uploads of one address. */
const maxWaitingPerAddress = 8;

interface Waiting {
  network: string;
  admit(): void;
}

export function createUploadSlots(): UploadSlots {
  const takenBy = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  const hasSlot = (network: string) => total < maxTotal && (takenBy.get(network) ?? 0) < maxPerAddress;

  function take(network: string): () => void {
    total++;
    takenBy.set(network, (takenBy.get(network) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      total--;
      const left = (takenBy.get(network) ?? 1) - 1;
      if (left === 0) takenBy.delete(network);
      else takenBy.set(network, left);
      const next = waiting.findIndex((one) => hasSlot(one.network));
      if (next >= 0) waiting.splice(next, 1)[0]?.admit();
    };
  }

  return {
    enter(address, gone) {
      const network = networkOf(address ?? 'unknown');
      if (hasSlot(network)) return Promise.resolve(take(network));
      const refusal = () => new AppError('rate_limited', { details: { retryAfter: 5 } });
      if (waiting.filter((one) => one.network === network).length >= maxWaitingPerAddress) {
        return Promise.reject(refusal());
      }
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          gone.removeEventListener('abort', giveUp);
        };
        const entry: Waiting = {
          network,
          admit() {
            end();
            resolve(take(network));
          },
        };
        const giveUp = () => {
          end();
          waiting.splice(waiting.indexOf(entry), 1);
          reject(refusal());
        };
        const timer = setTimeout(giveUp, times.uploadSlotMs);
        gone.addEventListener('abort', giveUp, { once: true });
        waiting.push(entry);
      });
    },
  };
}
