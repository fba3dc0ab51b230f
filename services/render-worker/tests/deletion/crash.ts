import type { DeletionContext } from '../../src/upkeep/deletions/deletion-context.ts';

const writes = {
  batches: ['cancel'],
  domains: ['remove'],
  endings: ['remove', 'forgetKeys', 'forgetThumbnails', 'removeRevisions', 'removeAssets', 'removeFonts'],
  tenants: ['beginRemoval', 'endRemoval'],
} as const;

type Fn = (...args: unknown[]) => Promise<unknown>;

/** The same context, which crashes before or after the write of this number, counted from 1. */
export function crashing(
  context: DeletionContext,
  { at, when, crash }: { at: number; when: 'before' | 'after'; crash: () => never },
): DeletionContext {
  let count = 0;
  const wrap =
    (write: Fn): Fn =>
    async (...args) => {
      const isIt = ++count === at;
      if (isIt && when === 'before') crash();
      const result = await write(...args);
      if (isIt && when === 'after') crash();
      return result;
    };
  const wrapAll = <Of extends object>(of: Of, names: readonly string[]): Of => {
    const wrapped = names.map((name) => [name, wrap((of as Record<string, Fn>)[name]!)]);
    return { ...of, ...Object.fromEntries(wrapped) };
  };
  const { store, blobs } = context;
  return {
    ...context,
    store: {
      batches: wrapAll(store.batches, writes.batches),
      domains: wrapAll(store.domains, writes.domains),
      endings: wrapAll(store.endings, writes.endings),
      tenants: wrapAll(store.tenants, writes.tenants),
      revisions: store.revisions,
      trash: store.trash,
    },
    blobs: { delete: wrap((key) => blobs.delete(key as string)) as DeletionContext['blobs']['delete'] },
  };
}
