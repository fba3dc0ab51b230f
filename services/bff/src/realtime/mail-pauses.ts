import type { Store } from '@sello/store';

/**
 * Tells of each organization whose mail was paused or let go on since the last look, by whomever: an operator, or the
 * mail-worker when too many were refused. The first look tells nothing.
 */
export function createMailPauseWatch(
  store: Pick<Store, 'mailAccounts'>,
  tell: (tenantId: string) => void,
): () => Promise<void> {
  let known: ReadonlySet<string> | undefined;
  return async () => {
    const now = new Set(await store.mailAccounts.acrossTenants.pausedIds());
    const before = known ?? now;
    known = now;
    for (const tenantId of new Set([...before, ...now]))
      if (before.has(tenantId) !== now.has(tenantId)) tell(tenantId);
  };
}
