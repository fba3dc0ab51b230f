import type { IncomingMessage } from 'node:http';
import type { Store } from '@sello/store';
import { networkOf } from '../http/client-network.ts';

/** The maximum number of open sockets in this process, per address (IPv6: per /64) and per person. */
export const maxSockets = { address: 20, person: 50 } as const;

/** Counts the open sockets of each owner: a network or a person. */
export class SocketSlots {
  readonly #held = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  isFull(owner: string): boolean {
    return (this.#held.get(owner) ?? 0) >= this.#max;
  }

  /** Takes a slot and returns a function that releases it (idempotent); `undefined` when all are taken. */
  take(owner: string): (() => void) | undefined {
    if (this.isFull(owner)) return undefined;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(owner) ?? 1) - 1;
      if (left === 0) this.#held.delete(owner);
      else this.#held.set(owner, left);
    };
  }
}

export interface SocketGuardDependencies {
  publicUrl: string;
  domains: Pick<Store['domains']['acrossTenants'], 'byHost'>;
  addressOf: (request: IncomingMessage) => string;
}

/** Decides whether a socket may be opened, before the person is authenticated. */
export interface SocketGuard {
  addressOf: (request: IncomingMessage) => string;
  /** The reason for refusing a socket; `undefined` when it is accepted. */
  refusal(request: IncomingMessage): Promise<'origin' | 'address' | undefined>;
  /** Takes a slot of the network for a socket that opened; `undefined` when all are taken. */
  takeSlot(request: IncomingMessage): (() => void) | undefined;
}

export function createSocketGuard({ publicUrl, domains, addressOf }: SocketGuardDependencies): SocketGuard {
  const own = new URL(publicUrl);
  const slots = new SocketSlots(maxSockets.address);
  const networkOfRequest = (request: IncomingMessage) => networkOf(addressOf(request));

  /** Browsers always send the Origin header with a WebSocket handshake; other clients send no cookies of a user. */
  async function isOurPage(origin: string | undefined): Promise<boolean> {
    if (origin === undefined || origin === own.origin) return true;
    if (!URL.canParse(origin)) return false;
    const { protocol, port, hostname } = new URL(origin);
    if (protocol !== own.protocol || port !== own.port) return false;
    return (await domains.byHost(hostname)) !== null;
  }

  return {
    addressOf,
    async refusal(request) {
      if (slots.isFull(networkOfRequest(request))) return 'address';
      return (await isOurPage(request.headers.origin)) ? undefined : 'origin';
    },
    takeSlot: (request) => slots.take(networkOfRequest(request)),
  };
}
