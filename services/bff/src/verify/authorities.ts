import { nameOfTrustList, readTrustList } from '@sello/proof';
import type { Store } from '@sello/store';

/** The known timestamp authorities. */
export interface KnownAuthorities {
  /** DER. */
  list: readonly Uint8Array[];
  /** Of this very list, see `nameOfTrustList`. */
  name: string;
}

/** How long the database's list is cached, ms: the worker pins an authority with the first signature it stamps. */
const heldMs = 30_000;

/** Reads the known timestamp authorities: the operator's list, and those that this platform has used. */
export function createAuthorities(
  { timestampAuthorities }: Pick<Store, 'timestampAuthorities'>,
  listed: readonly Uint8Array[] = [],
): () => Promise<KnownAuthorities> {
  let held: { at: number; authorities: Promise<KnownAuthorities> } | undefined;

  async function read(): Promise<KnownAuthorities> {
    const pinned = await timestampAuthorities.list();
    const list = [...listed, ...pinned.flatMap(({ pem }) => readTrustList(pem))];
    return { list, name: nameOfTrustList(list) };
  }

  return () => {
    if (held === undefined || Date.now() - held.at > heldMs) {
      const authorities = read();
      held = { at: Date.now(), authorities };
      authorities.catch(() => {
        held = undefined;
      });
    }
    return held.authorities;
  };
}
