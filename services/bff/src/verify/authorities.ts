import { readTrustList } from '@sello/proof';
import type { Store } from '@sello/store';

/** How long what the database says is held, ms: the worker pins an authority with the first signature it stamps. */
const heldMs = 30_000;

/** Reads the timestamp authorities that are known (DER): the operator's list, and those that this platform has used. */
export function createAuthorities(
  { timestampAuthorities }: Pick<Store, 'timestampAuthorities'>,
  listed: readonly Uint8Array[] = [],
): () => Promise<readonly Uint8Array[]> {
  let held: { at: number; authorities: Promise<readonly Uint8Array[]> } | undefined;

  async function read(): Promise<readonly Uint8Array[]> {
    const pinned = await timestampAuthorities.list();
    return [...listed, ...pinned.flatMap(({ pem }) => readTrustList(pem))];
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
