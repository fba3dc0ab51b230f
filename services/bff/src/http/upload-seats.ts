import { AppError } from '@sello/kit';
import { networkOf } from './client-network.ts';

export interface UploadSeats {
  /**
   * Waits until this address may send a file; answers how to leave. Throws `rate_limited` when others of the same
   * address, or all others together, take too long, and when `gone` is aborted.
   */
  enter(address: string | undefined, gone: AbortSignal): Promise<() => void>;
}

export interface UploadSeatsOptions {
  /** Files that one address (IPv6: one /64) sends at a time. */
  perAddress?: number;
  /** Files under way in all: with the largest upload this is the room on disk that they may take. */
  inAll?: number;
  /** How long one more may wait for its seat, ms. */
  patienceMs?: number;
  /** How many of one address may wait. */
  waiting?: number;
}

interface Waiting {
  network: string;
  admit(): void;
}

export function createUploadSeats({
  perAddress = 2,
  inAll = 32,
  patienceMs = 10_000,
  waiting: waitingPerAddress = 8,
}: UploadSeatsOptions = {}): UploadSeats {
  const seated = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  const hasSeat = (network: string) => total < inAll && (seated.get(network) ?? 0) < perAddress;

  function sit(network: string): () => void {
    total++;
    seated.set(network, (seated.get(network) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      total--;
      const left = (seated.get(network) ?? 1) - 1;
      if (left === 0) seated.delete(network);
      else seated.set(network, left);
      const next = waiting.findIndex((one) => hasSeat(one.network));
      if (next >= 0) waiting.splice(next, 1)[0]?.admit();
    };
  }

  return {
    enter(address, gone) {
      const network = networkOf(address ?? 'unknown');
      if (hasSeat(network)) return Promise.resolve(sit(network));
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
            resolve(sit(network));
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
