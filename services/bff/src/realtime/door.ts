import type { IncomingMessage } from 'node:http';
import type { Store } from '@sello/store';
import { networkOf } from '../http/client-network.ts';

/** How many sockets there may be in this process: of one address (IPv6: one /64), of one person. */
export const socketsAtMost = { address: 20, person: 50 } as const;

/** Counts what is held by whom. */
export class Places {
  readonly #held = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  isFull(owner: string): boolean {
    return (this.#held.get(owner) ?? 0) >= this.#most;
  }

  /** Takes a place; `undefined` when all are taken. The answer gives it back, once. */
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

export interface DoorDependencies {
  publicUrl: string;
  domains: Pick<Store['domains']['acrossTenants'], 'byHost'>;
  addressOf: (request: IncomingMessage) => string;
}

/** Who may open a socket at all, before anything is known of the person. */
export interface Door {
  addressOf: (request: IncomingMessage) => string;
  /** Why not; `undefined` when welcome. */
  refusal(request: IncomingMessage): Promise<'origin' | 'address' | undefined>;
  /** Takes a place of the request's address for a socket that opened; `undefined` when all are taken. */
  enter(request: IncomingMessage): (() => void) | undefined;
}

export function createDoor({ publicUrl, domains, addressOf }: DoorDependencies): Door {
  const own = new URL(publicUrl);
  const places = new Places(socketsAtMost.address);
  const networkOfRequest = (request: IncomingMessage) => networkOf(addressOf(request));

  /** Browsers always name the page a socket is opened by; whatever is no browser has no cookie to abuse either. */
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
      if (places.isFull(networkOfRequest(request))) return 'address';
      return (await isOurPage(request.headers.origin)) ? undefined : 'origin';
    },
    enter: (request) => places.take(networkOfRequest(request)),
  };
}
