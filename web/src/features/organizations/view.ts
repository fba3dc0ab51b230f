import type { IdentityKind } from '@sello/contracts';
import type { Addressing } from '../../state/address.ts';
import { cursorsOf, usePages } from '../../state/pages.ts';

export const pageSize = 25;

export const identities = ['unproven', 'operator', 'domain'] as const satisfies readonly IdentityKind[];
export const pauses = ['true', 'false'] as const;

export interface View {
  search: string;
  identity: IdentityKind | '';
  paused: (typeof pauses)[number] | '';
  /** Cursors of the previous pages and of this one; empty on the first page. */
  cursors: readonly string[];
}

/** The list's state in the URL; invalid values are ignored. */
function readView(query: URLSearchParams, state: unknown): View {
  return {
    search: query.get('q') ?? '',
    identity: identities.find((kind) => kind === query.get('identity')) ?? '',
    paused: pauses.find((one) => one === query.get('paused')) ?? '',
    cursors: cursorsOf(state),
  };
}

export function queryOf({ search, identity, paused, cursors }: View) {
  const cursor = cursors.at(-1);
  return {
    ...(search ? { search } : {}),
    ...(identity ? { identity } : {}),
    ...(paused ? { paused } : {}),
    ...(cursor ? { cursor } : {}),
    limit: pageSize,
  };
}

function addressOf({ search, identity, paused }: View): string {
  const address = new URLSearchParams();
  if (search) address.set('q', search);
  if (identity) address.set('identity', identity);
  if (paused) address.set('paused', paused);
  return address.toString();
}

const addressing: Addressing<View> = { read: readView, write: addressOf };
export const useView = () => usePages(addressing);
