import type { RowOf, tenantEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, searchFilter } from '../database/keyset.ts';
import { type Filter, inOrderOf, setOrUnset, type Table, type Update } from '../database/table.ts';
import type { MemberRecord } from '../members/members.ts';
import { createDeletion } from './deletion.ts';
import { skeletonsOf } from './skeleton.ts';
import type { FormerIdentity, TenantSearchWord, Tenants } from './tenants.ts';

export type TenantRow = RowOf<typeof tenantEntity>;

/** At most this many lapsed identities are kept: enough for one a day for years. */
const keptIdentities = 1_000;

const foundBy = ({ word, orIds }: TenantSearchWord): object[] => {
  const byName = searchFilter('nameKey', word);
  return orIds.size === 0 ? byName : [{ $or: [...byName, { _id: { $in: [...orIds] } }] }];
};

const hidden = { projection: { ownerLock: 0 } } as const;
const ofOwnTenant = {
  ...({ name: 1, nameKey: 1, publicName: 1, logoUrl: 1, sealColor: 1, signatories: 1, timeZone: 1 } as const),
  ...({ deletion: 1 } as const),
};

export function createTenants(tenants: Table<TenantRow>, members: Table<MemberRecord>): Tenants {
  const { rows } = tenants;
  /** Which of these tenants have an active owner besides the person. */
  const tenantsWithOtherOwner = async (tenantIds: string[], userId: string): Promise<Set<string>> => {
    const owners = await members.rows
      .find(
        { tenantId: { $in: tenantIds }, role: 'owner', status: 'active' },
        { projection: { tenantId: 1, userId: 1 } },
      )
      .toArray();
    return new Set(owners.filter((owner) => owner.userId !== userId).map(({ tenantId }) => tenantId));
  };
  const memberOf: Tenants['listOf'] = async (userId) => {
    const memberships = await members.rows
      .find({ userId, status: 'active' }, { projection: { tenantId: 1, role: 1, joinedAt: 1 } })
      .toArray();
    const owned = memberships.filter(({ role }) => role === 'owner').map(({ tenantId }) => tenantId);
    const others = owned.length === 0 ? new Set() : await tenantsWithOtherOwner(owned, userId);
    const byTenant = new Map(
      memberships.map(({ tenantId, role, joinedAt }) => [
        tenantId,
        { role, joinedAt, isOnlyOwner: role === 'owner' && !others.has(tenantId) },
      ]),
    );
    const found = await rows
      .find({ _id: { $in: [...byTenant.keys()] } }, { projection: ofOwnTenant })
      .sort({ nameKey: 1, _id: 1 })
      .toArray();
    return found.map((tenant) => ({ tenant, ...byTenant.get(tenant._id)! }));
  };

  async function noteLapse(tenantId: string, former: FormerIdentity): Promise<void> {
    const { kind, domain, since } = former;
    const same = { kind, since, ...(domain !== undefined && { domain }) };
    await tenants.updateOne(
      { _id: tenantId, formerIdentities: { $not: { $elemMatch: same } } } as Filter<TenantRow>,
      { $push: { formerIdentities: { $each: [former], $slice: -keptIdentities } } },
    );
  }

  return {
    ...createDeletion(tenants),
    listOf: memberOf,
    async create({ _id: tenantId = newId(), name, publicName, owner, confirmation, timeZone }) {
      const existing = await rows.findOne({ _id: tenantId }, hidden);
      if (existing) return existing;
      const nameKey = foldKey(name);
      const own = await memberOf(owner.userId);
      // A retry of the same request may be creating this organization concurrently.
      const isTaken = own.some(({ tenant }) => tenant._id !== tenantId && tenant.nameKey === nameKey);
      if (isTaken) throw new AppError('tenant_name_taken');
      const now = new Date();
      // The owner is written first: a crash in between leaves a membership without an organization, which no list
      // shows.
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
        skeletons: skeletonsOf(name, publicName ?? name),
        ...(confirmation && { confirmation }),
        ...(timeZone !== undefined && { timeZone }),
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
    page: ({ search = [], limit, cursor, isCounted, ids, exceptIds, confirmed } = {}) =>
      findPage(tenants, {
        filter: {
          ...(search.length > 0 && { $and: search.flatMap(foundBy) }),
          ...((ids || exceptIds) && {
            _id: { ...(ids && { $in: [...ids] }), ...(exceptIds && { $nin: [...exceptIds] }) },
          }),
          ...(confirmed !== undefined && { 'confirmation.at': confirmed ? { $ne: null } : null }),
        },
        sort: { field: 'createdAt', direction: -1 },
        limit,
        cursor,
        isCounted,
        ...hidden,
      }),
    lookAlikes: (names, exceptId) =>
      rows
        .find(
          { skeletons: { $in: skeletonsOf(...names) }, ...(exceptId && { _id: { $ne: exceptId } }) },
          hidden,
        )
        .toArray(),
    async listProved(otherIds) {
      const projection = { name: 1, skeletons: 1 } as const;
      const [confirmed, others] = await Promise.all([
        rows.find({ 'confirmation.at': { $ne: null } } as Filter<TenantRow>, { projection }).toArray(),
        rows.find({ _id: { $in: [...otherIds] } }, { projection }).toArray(),
      ]);
      return [...new Map([...confirmed, ...others].map((tenant) => [tenant._id, tenant])).values()];
    },
    async listSignInsPaused() {
      const paused = { 'signInsPause.at': { $ne: null } } as Filter<TenantRow>;
      return (await rows.find(paused, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
    async confirm(tenantId, confirmation) {
      const confirmed = await tenants.findOneAndUpdate(
        { _id: tenantId, confirmation: null as never },
        { $set: { confirmation } },
        { returnDocument: 'after', ...hidden },
      );
      const tenant = confirmed ?? (await rows.findOne({ _id: tenantId }, hidden));
      if (!tenant) throw new AppError('tenant_not_found');
      return tenant;
    },
    async withdraw(tenantId, now = new Date()) {
      const before = await rows.findOne({ _id: tenantId }, hidden);
      if (!before) throw new AppError('tenant_not_found');
      const { confirmation } = before;
      if (!confirmation) throw new AppError('organization_not_confirmed');
      // The lapse is stored first: if the process crashes in between, a retry withdraws the confirmation.
      await noteLapse(tenantId, { kind: 'operator', since: confirmation.at, lapsedAt: now });
      const withdrawn = await tenants.findOneAndUpdate(
        { _id: tenantId, 'confirmation.at': confirmation.at },
        { $unset: { confirmation: '' } },
        { returnDocument: 'after', ...hidden },
      );
      return withdrawn ?? (await rows.findOne({ _id: tenantId }, hidden))!;
    },
    async setSignInsPause(tenantId, pause) {
      const tenant = await tenants.findOneAndUpdate(
        { _id: tenantId },
        pause ? { $set: { signInsPause: { ...pause, at: new Date() } } } : { $unset: { signInsPause: '' } },
        { returnDocument: 'after', ...hidden },
      );
      if (!tenant) throw new AppError('tenant_not_found');
      return tenant;
    },
    noteLapse,
    async noteIssuerChange(tenantId) {
      await tenants.updateOne({ _id: tenantId }, { $inc: { issuerChanges: 1 } });
    },
    async setFirstTimeZone(tenantId, timeZone) {
      const updatedAt = new Date();
      const set = await tenants.updateOne(
        { _id: tenantId, timeZone: { $exists: false } },
        { $set: { timeZone, updatedAt } },
      );
      return set.modifiedCount === 1;
    },
    async update(tenantId, patch) {
      const names = patch.name !== undefined || patch.publicName !== undefined;
      const before = names ? await rows.findOne({ _id: tenantId }, hidden) : null;
      const given = Object.entries({
        ...patch,
        nameKey: patch.name && foldKey(patch.name),
        skeletons:
          before === null
            ? undefined
            : skeletonsOf(patch.name ?? before.name, patch.publicName ?? before.publicName),
      });
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
