import { AppError } from '@sello/kit';
import { networkOf } from './client-network.ts';

export interface UploadSlots {
  /**
   * Waits until this address may send a file; returns the function that releases the slot. Throws `rate_limited` when
   * others of the same address, or all others together, take too long, and when `gone` is aborted.
   */
  enter(address: string | undefined, gone: AbortSignal): Promise<() => void>;
}

export interface UploadSlotsOptions {
  /** Files that one address (IPv6: one /64) sends at a time. */
  perAddress?: number;
  /** Files under way in all: times the largest upload this is the disk space that they can take. */
  inAll?: number;
  /** How long one more may wait for its slot, ms. */
  patienceMs?: number;
  /** How many of one address may wait. */
  waiting?: number;
}

interface Waiting {
  network: string;
  admit(): void;
}

export function createUploadSlots({
  perAddress = 2,
  inAll = 32,
  patienceMs = 10_000,
  waiting: waitingPerAddress = 8,
}: UploadSlotsOptions = {}): UploadSlots {
  const takenBy = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  const hasSlot = (network: string) => total < inAll && (takenBy.get(network) ?? 0) < perAddress;

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
      if (waiting.filter((one) => one.network === network).length >= waitingPerAddress) {
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
        const timer = setTimeout(giveUp, patienceMs);
        gone.addEventListener('abort', giveUp, { once: true });
        waiting.push(entry);
      });
    },
  };
}
