import type { Store } from '@sello/store';

/**
 * Returns a function that calls `notify` for each organization whose mail was paused or resumed since its last call, by an
 * operator or by the mail-worker when too many e-mails were refused. Its first call notifies nobody.
 */
export function createMailPauseWatch(
  store: Pick<Store, 'mailAccounts'>,
  notify: (tenantId: string) => void,
): () => Promise<void> {
  let known: ReadonlySet<string> | undefined;
  return async () => {
    const now = new Set(await store.mailAccounts.acrossTenants.pausedIds());
    const before = known ?? now;
    known = now;
    for (const tenantId of new Set([...before, ...now]))
      if (before.has(tenantId) !== now.has(tenantId)) notify(tenantId);
  };
}
