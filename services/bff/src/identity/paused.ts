import type { Store } from '@sello/store';

/** The organizations that the operator has closed to their members, cached for a second. */
export interface PausedOrganizations {
  has(tenantId: string): Promise<boolean>;
  /** Those of these organizations that are closed. */
  among(tenantIds: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

/** How long the list is cached, ms. */
const ttlMs = 1_000;

export function createPausedOrganizations(store: Pick<Store, 'tenants'>): PausedOrganizations {
  let reading: { at: number; ids: Promise<ReadonlySet<string>> } | undefined;

  function read(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (reading === undefined || now - reading.at > ttlMs) {
      const ids = store.tenants.listSignInsPaused().then((found) => new Set(found));
      reading = { at: now, ids };
      ids.catch(() => {
        reading = undefined;
      });
    }
    return reading.ids;
  }

  return {
    has: async (tenantId) => (await read()).has(tenantId),
    async among(tenantIds) {
      const paused = await read();
      return new Set([...tenantIds].filter((tenantId) => paused.has(tenantId)));
    },
  };
}
