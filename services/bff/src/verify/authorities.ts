import { times } from '@sello/kit';
import { nameOfTrustList, readTrustList } from '@sello/proof';
import type { Store } from '@sello/store';

/** The known timestamp authorities. */
export interface KnownAuthorities {
  /** DER. */
  list: readonly Uint8Array[];
  /** Identifies this list, see `nameOfTrustList`. */
  name: string;
}

/** Reads the known timestamp authorities: those listed by the operator and those pinned by workers. */
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
    if (held === undefined || Date.now() - held.at > times.authoritiesKeptMs) {
      const authorities = read();
      held = { at: Date.now(), authorities };
      authorities.catch(() => {
        held = undefined;
      });
    }
    return held.authorities;
  };
}
