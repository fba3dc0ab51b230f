import type { IncomingMessage } from 'node:http';
import type { ReadHostNames } from '../hosts/host-name.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { networkOf } from '../http/client-network.ts';

/**
 * The maximum number of open sockets in this process. Of an address (IPv6: of a /64) few may wait to be authenticated; a whole
 * school may share one, so its people are counted one by one and together.
 */
export const maxSockets = { waiting: 20, address: 1_000, person: 50, organization: 1_000 } as const;

/** Counts the open sockets of each owner: a network, a person or an organization. */
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
  hosts: Pick<Hosts, 'siteOf'>;
  hostNamesOf: ReadHostNames;
  addressOf: (request: IncomingMessage) => string;
}

/** The place of a socket among those of its network. */
export interface SocketPlace {
  /** It no longer counts as one that waits to be authenticated. */
  authenticated(): void;
  release(): void;
}

/** Decides whether a socket may be opened, before the person is authenticated. */
export interface SocketGuard {
  addressOf: (request: IncomingMessage) => string;
  /** The reason for refusing a socket; `undefined` when it is accepted. */
  refusal(request: IncomingMessage): Promise<'origin' | 'host' | 'address' | undefined>;
  /** Takes a place of the network for a socket that opened; `undefined` when all are taken. */
  take(request: IncomingMessage): SocketPlace | undefined;
}

/** Sockets are opened on the platform's host alone, by its own pages: they are authenticated by its sessions. */
export function createSocketGuard({
  publicUrl,
  hosts,
  hostNamesOf,
  addressOf,
}: SocketGuardDependencies): SocketGuard {
  const { origin: ownOrigin } = new URL(publicUrl);
  const waiting = new SocketSlots(maxSockets.waiting);
  const open = new SocketSlots(maxSockets.address);
  const networkOfRequest = (request: IncomingMessage) => networkOf(addressOf(request));

  /** Browsers always send the Origin header with a WebSocket handshake; other clients send no cookies of a user. */
  const isOurPage = (origin: string | undefined): boolean => origin === undefined || origin === ownOrigin;

  return {
    addressOf,
    async refusal(request) {
      const network = networkOfRequest(request);
      if (waiting.isFull(network) || open.isFull(network)) return 'address';
      if (!isOurPage(request.headers.origin)) return 'origin';
      return (await hosts.siteOf(hostNamesOf(request) ?? [])).kind === 'platform' ? undefined : 'host';
    },
    take(request) {
      const network = networkOfRequest(request);
      if (waiting.isFull(network) || open.isFull(network)) return undefined;
      const [authenticated, close] = [waiting.take(network)!, open.take(network)!];
      return {
        authenticated,
        release() {
          authenticated();
          close();
        },
      };
    },
  };
}
