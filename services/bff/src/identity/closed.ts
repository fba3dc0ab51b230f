import { AppError, times } from '@sello/kit';
import type { Store, TenantDeletion } from '@sello/store';

/** The organizations that are closed to their members: by the operator, or because an owner deleted them. Cached for a second. */
export interface ClosedOrganizations {
  /**
   * Throws `organization_deleted` with `until`, unless the call may be made `whileDeleted`, and `organization_paused`,
   * which spares super admins.
   */
  refuse(
    tenantId: string,
    caller: { isSuperAdmin: boolean },
    options?: { whileDeleted?: boolean | undefined },
  ): Promise<void>;
  /** Those of these organizations that are closed to their members, and those that are deleted. */
  among(
    tenantIds: ReadonlySet<string>,
  ): Promise<{ paused: ReadonlySet<string>; deleted: ReadonlySet<string> }>;
  /** Reads them again with the next call: this process has changed one. */
  forget(): void;
}

interface Closed {
  paused: ReadonlySet<string>;
  deleted: ReadonlyMap<string, TenantDeletion>;
}

export function createClosedOrganizations(store: Pick<Store, 'tenants'>): ClosedOrganizations {
  let reading: { at: number; closed: Promise<Closed> } | undefined;

  async function readClosed(): Promise<Closed> {
    const [paused, deleted] = await Promise.all([
      store.tenants.listSignInsPaused(),
      store.tenants.listDeleted(),
    ]);
    return {
      paused: new Set(paused),
      deleted: new Map(deleted.map(({ _id, deletion }) => [_id, deletion])),
    };
  }

  function read(): Promise<Closed> {
    const now = performance.now();
    if (reading === undefined || now - reading.at > times.closedKeptMs) {
      const mine = { at: now, closed: readClosed() };
      reading = mine;
      mine.closed.catch(() => {
        if (reading === mine) reading = undefined;
      });
    }
    return reading.closed;
  }

  return {
    async refuse(tenantId, { isSuperAdmin }, { whileDeleted } = {}) {
      const { paused, deleted } = await read();
      const deletion = deleted.get(tenantId);
      if (deletion && !whileDeleted) {
        const until = deletion.until.toISOString();
        throw new AppError('organization_deleted', { details: { until } });
      }
      if (!isSuperAdmin && paused.has(tenantId)) throw new AppError('organization_paused');
    },
    async among(tenantIds) {
      const { paused, deleted } = await read();
      const those = [...tenantIds];
      return {
        paused: new Set(those.filter((tenantId) => paused.has(tenantId))),
        deleted: new Set(those.filter((tenantId) => deleted.has(tenantId))),
      };
    },
    forget() {
      reading = undefined;
    },
  };
}
