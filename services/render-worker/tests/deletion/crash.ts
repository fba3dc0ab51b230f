import type { DeletionContext } from '../../src/upkeep/deletions/deletion-context.ts';

const writes = {
  batches: ['cancel'],
  domains: ['remove'],
  endings: ['remove', 'forgetKeys', 'forgetThumbnails', 'removeRevisions', 'removeAssets', 'removeFonts'],
  tenants: ['beginRemoval', 'endRemoval'],
} as const;

type Fn = (...args: unknown[]) => Promise<unknown>;

/** A write of the removal. */
export interface Write {
  /** Counted from 1. */
  at: number;
  /** What it writes, for example `endings.remove students`: the same for every organization. */
  name: string;
}

interface Listeners {
  before?: (write: Write) => void;
  after?: (write: Write) => void;
}

/** The same context, which calls these functions before and after each of its writes. */
export function watching(context: DeletionContext, { before, after }: Listeners): DeletionContext {
  let count = 0;
  const wrap =
    (nameOf: (...args: unknown[]) => string, write: Fn): Fn =>
    async (...args) => {
      const one = { at: ++count, name: nameOf(...args) };
      before?.(one);
      const result = await write(...args);
      after?.(one);
      return result;
    };
  const wrapAll = <Of extends object>(repository: string, of: Of, names: readonly string[]): Of => {
    const wrapped = names.map((name) => {
      const nameOf = (_tenantId: unknown, kind: unknown) =>
        `${repository}.${name}${name === 'remove' && repository === 'endings' ? ` ${kind}` : ''}`;
      return [name, wrap(nameOf, (of as Record<string, Fn>)[name]!)];
    });
    return { ...of, ...Object.fromEntries(wrapped) };
  };
  const { store, blobs } = context;
  // The kind of an object is the folder in its key.
  const nameOfKey = (key: unknown) => `blobs.delete ${String(key).split('/')[0]}`;
  const deleteBlob = wrap(nameOfKey, (key) => blobs.delete(key as string));
  return {
    ...context,
    store: {
      batches: wrapAll('batches', store.batches, writes.batches),
      domains: wrapAll('domains', store.domains, writes.domains),
      endings: wrapAll('endings', store.endings, writes.endings),
      tenants: wrapAll('tenants', store.tenants, writes.tenants),
      revisions: store.revisions,
      trash: store.trash,
    },
    blobs: { delete: deleteBlob as DeletionContext['blobs']['delete'] },
  };
}
