import { AppError } from '@sello/kit';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import {
  anyText,
  date,
  defineSchema,
  flag,
  oneOf,
  optionalObject,
  optionalText,
  text,
} from '../database/schema.ts';
import { inOrderOf, setOrUnset, type Table, type Update } from '../database/table.ts';
import type { MemberRecord } from '../members/members.ts';
import type { TenantRecord, Tenants } from './tenants.ts';

export interface TenantRow extends TenantRecord {
  /** Held while owners change, so that two changes at once cannot remove the last one. */
  ownerLock?: { id: string; until: Date };
}

export const tenantSchema = defineSchema<TenantRow>({
  _id: text,
  name: text,
  nameKey: text,
  publicName: anyText,
  logoUrl: optionalText,
  showIdNumber: flag,
  publicDownload: flag,
  selfSignedEnabled: flag,
  algorithm: oneOf('rsa-2048', 'rsa-4096'),
  createdBy: text,
  createdAt: date,
  updatedAt: date,
  ownerLock: optionalObject({ id: text, until: date }),
}).index({ nameKey: 1 });

const hidden = { projection: { ownerLock: 0 } } as const;

export function createTenants(tenants: Table<TenantRow>, members: Table<MemberRecord>): Tenants {
  const { rows } = tenants;
  const listOf: Tenants['listOf'] = async (userId) => {
    const memberships = await members.rows.find({ userId, status: 'active' }).toArray();
    const roles = new Map(memberships.map((member) => [member.tenantId, member.role]));
    const found = await rows
      .find({ _id: { $in: [...roles.keys()] } }, hidden)
      .sort({ nameKey: 1, _id: 1 })
      .toArray();
    return found.map((tenant) => ({ tenant, role: roles.get(tenant._id)! }));
  };

  return {
    listOf,
    async create({ _id: tenantId = newId(), name, publicName, owner }) {
      const standing = await rows.findOne({ _id: tenantId }, hidden);
      if (standing) return standing;
      const nameKey = foldKey(name);
      const own = await listOf(owner.userId);
      // The same request may be making this very organization just now.
      const isTaken = own.some(({ tenant }) => tenant._id !== tenantId && tenant.nameKey === nameKey);
      if (isTaken) throw new AppError('tenant_name_taken');
      const now = new Date();
      // The owner first: a crash in between leaves a membership of nothing, which no list shows.
      await members.insertMissing([
        {
          _id: newId(),
          tenantId,
          userId: owner.userId,
          userEmail: owner.email,
          userName: owner.name,
          role: 'owner',
          status: 'active',
          joinedAt: now,
        },
      ]);
      const tenant: TenantRow = {
        _id: tenantId,
        name,
        nameKey,
        publicName: publicName ?? name,
        showIdNumber: false,
        publicDownload: true,
        selfSignedEnabled: true,
        algorithm: 'rsa-2048',
        createdBy: owner.userId,
        createdAt: now,
        updatedAt: now,
      };
      const { ownerLock: _, ...made } = await tenants.insertOnce(tenant);
      return made;
    },
    get: (tenantId) => rows.findOne({ _id: tenantId }, hidden),
    getMany: async (tenantIds) =>
      inOrderOf(tenantIds, await rows.find({ _id: { $in: [...tenantIds] } }, hidden).toArray()),
    listAll: () => rows.find({}, hidden).sort({ nameKey: 1, _id: 1 }).toArray(),
    async update(tenantId, patch) {
      const given = Object.entries({ ...patch, nameKey: patch.name && foldKey(patch.name) });
      const fields = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      const tenant = await tenants.findOneAndUpdate(
        { _id: tenantId },
        setOrUnset({ ...fields, updatedAt: new Date() }) as Update<TenantRow>,
        { returnDocument: 'after', ...hidden },
      );
      if (!tenant) throw new AppError('tenant_not_found');
      return tenant;
    },
  };
}
