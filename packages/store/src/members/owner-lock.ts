import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, times } from '@sello/kit';
import { unavailableOrThrow } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import type { Table } from '../database/table.ts';
import type { TenantRow } from '../tenants/repository.ts';

/**
 * Serializes the changes of an organization's owners; `change` gets the id of its hold. The lock of a crashed process, or
 * of a call whose response was lost, expires: a process that stood still for so long goes on while another holds it. Throws
 * `tenant_not_found`, and `unavailable` when the lock is not free in time.
 */
export type OwnerLock = <Answer>(
  tenantId: string,
  change: (lockId: string) => Promise<Answer>,
) => Promise<Answer>;

export function createOwnerLock(tenants: Table<TenantRow>): OwnerLock {
  /** The last change of a tenant's owners that this process has begun or queued. */
  const lastChange = new Map<string, Promise<unknown>>();

  async function underLock<Answer>(
    tenantId: string,
    giveUpAt: number,
    change: (lockId: string) => Promise<Answer>,
  ): Promise<Answer> {
    const id = newId();
    const release = () =>
      tenants
        .updateOne({ _id: tenantId, 'ownerLock.id': id }, { $unset: { ownerLock: '' } })
        // The change is committed even if releasing the lock fails.
        .catch(unavailableOrThrow);
    for (;;) {
      const now = new Date();
      const taken = await tenants
        .updateOne(
          { _id: tenantId, 'ownerLock.until': { $not: { $gt: now } } },
          { $set: { ownerLock: { id, until: new Date(now.getTime() + times.ownerLockMs) } } },
        )
        .catch(async (error: unknown) => {
          await release();
          throw error;
        });
      if (taken.matchedCount === 1) break;
      if ((await tenants.rows.countDocuments({ _id: tenantId })) === 0)
        throw new AppError('tenant_not_found');
      if (Date.now() > giveUpAt) throw new AppError('unavailable');
      await sleep(20 + Math.random() * 30);
    }
    try {
      return await change(id);
    } finally {
      await release();
    }
  }

  // The changes of one process wait here, so that one of them polls the lock.
  return async (tenantId, change) => {
    const giveUpAt = Date.now() + 2 * times.ownerLockMs;
    const before = lastChange.get(tenantId);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return underLock(tenantId, giveUpAt, change);
    })();
    lastChange.set(tenantId, mine);
    try {
      return await mine;
    } finally {
      if (lastChange.get(tenantId) === mine) lastChange.delete(tenantId);
    }
  };
}
