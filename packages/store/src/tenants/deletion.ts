import { type RowOf, tenantEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Filter, Table } from '../database/table.ts';
import type { TenantDeletion, Tenants } from './tenants.ts';

type TenantRow = RowOf<typeof tenantEntity>;
type DeletionPart = Pick<Tenants, 'delete' | 'restore' | 'listDeleted' | 'beginRemoval' | 'endRemoval'>;

const hidden = { projection: { ownerLock: 0 } } as const;

/** What goes with its data: settings, addresses and the people who sign. A new optional field goes unless it is declared to stay. */
const gone = Object.entries(tenantEntity.fields).flatMap(([name, { optional, facts }]) =>
  optional && !('outlives' in facts) ? [[name, '']] : [],
);

/**
 * A deleted organization is open → deleted → being removed → removed; only the first step can be undone. The record itself
 * stays for ever, because its certificates are verified with its name, public name, logo and identity.
 */
export function createDeletion(tenants: Table<TenantRow>): DeletionPart {
  const { rows } = tenants;
  const isDeleted = { 'deletion.at': { $ne: null } } as Filter<TenantRow>;
  const notBegun = { 'deletion.removingSince': null } as Filter<TenantRow>;

  return {
    async delete(tenantId, deletion) {
      const deleted = await tenants.findOneAndUpdate(
        { _id: tenantId, deletion: null as never },
        { $set: { deletion } },
        { returnDocument: 'after', ...hidden },
      );
      const tenant = deleted ?? (await rows.findOne({ _id: tenantId }, hidden));
      if (!tenant) throw new AppError('tenant_not_found');
      return tenant;
    },

    async restore(tenantId, now = new Date()) {
      const restored = await tenants.findOneAndUpdate(
        { _id: tenantId, 'deletion.until': { $gt: now }, ...notBegun } as Filter<TenantRow>,
        { $unset: { deletion: '' } },
        { returnDocument: 'after', ...hidden },
      );
      if (restored) return restored;
      const tenant = await rows.findOne({ _id: tenantId }, hidden);
      if (!tenant) throw new AppError('tenant_not_found');
      throw new AppError(tenant.deletion ? 'organization_ended' : 'organization_not_deleted');
    },

    async listDeleted() {
      const left = { ...isDeleted, 'deletion.removedAt': null } as Filter<TenantRow>;
      const found = await rows.find(left, { projection: { deletion: 1 } }).toArray();
      return found.map(({ _id, deletion }) => ({ _id, deletion: deletion as TenantDeletion }));
    },

    async beginRemoval(tenantId, now = new Date()) {
      await tenants.updateOne(
        { _id: tenantId, 'deletion.until': { $lte: now }, ...notBegun } as Filter<TenantRow>,
        { $set: { 'deletion.removingSince': now } as Partial<TenantRow> },
      );
      const tenant = await rows.findOne({ _id: tenantId }, hidden);
      return tenant?.deletion?.removingSince !== undefined;
    },

    async endRemoval(tenantId, now = new Date()) {
      await tenants.updateOne(
        { _id: tenantId, 'deletion.removingSince': { $ne: null } } as Filter<TenantRow>,
        {
          $set: { 'deletion.removedAt': now } as Partial<TenantRow>,
          $unset: Object.fromEntries(gone) as Record<string, ''>,
        },
      );
    },
  };
}
