import type { Store } from '@sello/store';

/** Which organizations the operator has closed to their members; read again when it is a second old. */
export interface PausedOrganizations {
  has(tenantId: string): Promise<boolean>;
  /** Those of these organizations that are closed. */
  among(tenantIds: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

export function createPausedOrganizations(
  store: Pick<Store, 'tenants'>,
  freshMs = 1_000,
): PausedOrganizations {
  let reading: { at: number; ids: Promise<ReadonlySet<string>> } | undefined;

  function read(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (reading === undefined || now - reading.at > freshMs) {
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
