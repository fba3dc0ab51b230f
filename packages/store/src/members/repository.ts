import { setTimeout as sleep } from 'node:timers/promises';
import { memberEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { declaredIndex } from '../database/declared-index.ts';
import { isDuplicateKey, unavailableOrThrow } from '../database/errors.ts';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort } from '../database/keyset.ts';
import { inRuns, type Table } from '../database/table.ts';
import type { InviteRecord } from '../invites/invites.ts';
import type { TenantRow } from '../tenants/repository.ts';
import type { MemberChange, MemberRecord, Members } from './members.ts';

const lockMs = 5_000;
const pairsAtOnce = 1_000;
const joined = { field: 'joinedAt', direction: 1 } as const;
const owning = { role: 'owner', status: 'active' } as const;

function searchFilters(search: string): Record<string, unknown>[] {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => {
    const within = { $regex: word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' };
    return { $or: [{ userName: within }, { userEmail: within }] };
  });
}

export function createMembers(
  members: Table<MemberRecord>,
  tenants: Table<TenantRow>,
  /** A membership that came of an invitation has its id. */
  invites: Table<InviteRecord>,
): Members {
  const { rows } = members;
  const get: Members['get'] = (tenantId, memberId) => rows.findOne({ _id: memberId, tenantId });
  const countOwners: Members['countOwners'] = (tenantId) => rows.countDocuments({ tenantId, ...owning });

  /** The last change of a tenant's owners that this process has begun or queued. */
  const lastChange = new Map<string, Promise<unknown>>();

  /** Serializes the changes of a tenant's owners; those of one process wait here, so that one of them polls the lock. */
  async function withOwnerLock<Answer>(tenantId: string, change: () => Promise<Answer>): Promise<Answer> {
    const giveUpAt = Date.now() + 2 * lockMs;
    const before = lastChange.get(tenantId);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return underOwnerLock(tenantId, giveUpAt, change);
    })();
    lastChange.set(tenantId, mine);
    try {
      return await mine;
    } finally {
      if (lastChange.get(tenantId) === mine) lastChange.delete(tenantId);
    }
  }

  /** The lock of a crashed process, or of a call whose response was lost, expires. */
  async function underOwnerLock<Answer>(
    tenantId: string,
    giveUpAt: number,
    change: () => Promise<Answer>,
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
          { $set: { ownerLock: { id, until: new Date(now.getTime() + lockMs) } } },
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
      return await change();
    } finally {
      await release();
    }
  }

  /** The member as it is under the lock. */
  async function memberToChange(
    tenantId: string,
    memberId: string,
    { exceptOwners = false }: MemberChange,
  ): Promise<MemberRecord> {
    const member = await get(tenantId, memberId);
    if (!member) throw new AppError('member_not_found');
    if (exceptOwners && member.role === 'owner') throw new AppError('cannot_change_owner');
    return member;
  }

  const isLastOwner = async (tenantId: string, { role, status }: MemberRecord): Promise<boolean> =>
    role === owning.role && status === owning.status && (await countOwners(tenantId)) < 2;

  // Every change takes the lock, because one that makes an owner may meet one that is forbidden for owners.
  const change = (
    tenantId: string,
    memberId: string,
    patch: Partial<Pick<MemberRecord, 'role' | 'status'>>,
    options: MemberChange,
  ): Promise<MemberRecord> =>
    withOwnerLock(tenantId, async () => {
      const member = await memberToChange(tenantId, memberId, options);
      const staysOwner =
        (patch.role ?? owning.role) === owning.role && (patch.status ?? owning.status) === owning.status;
      if (!staysOwner && (await isLastOwner(tenantId, member)))
        throw new AppError('cannot_demote_last_owner');
      const changed = await members.findOneAndUpdate(
        { _id: memberId, tenantId },
        { $set: patch },
        { returnDocument: 'after' },
      );
      if (!changed) throw new AppError('member_not_found');
      return changed;
    });

  return {
    of: (tenantId, userId) => rows.findOne({ tenantId, userId }),
    async ofMany(pairs) {
      const requested = new Set(pairs.map(({ tenantId, userId }) => `${tenantId} ${userId}`));
      const found: MemberRecord[] = [];
      for (const some of inRuns(pairs, pairsAtOnce)) {
        const tenantIds = [...new Set(some.map((pair) => pair.tenantId))];
        const userIds = [...new Set(some.map((pair) => pair.userId))];
        found.push(
          ...(await rows.find({ tenantId: { $in: tenantIds }, userId: { $in: userIds } }).toArray()),
        );
      }
      // The filter matches every combination of tenant and user; only the requested pairs are returned, each once.
      return found.filter(({ tenantId, userId }) => requested.delete(`${tenantId} ${userId}`));
    },
    get,
    list: (tenantId) => rows.find({ tenantId }).sort({ joinedAt: 1, _id: 1 }).toArray(),
    page: (tenantId, { search = '', sort, ...page } = {}) => {
      const isSearch = search.trim() !== '';
      const order = readSort(sort, { joinedAt: 'joinedAt', userName: 'userName' }, joined);
      return findPage(members, {
        filter: { tenantId, ...(isSearch && { $and: searchFilters(search) }) },
        sort: order,
        // Just after many people joined, the planner may prefer to read and sort them all.
        index: isSearch ? undefined : declaredIndex(memberEntity, ['tenantId', order.field, '_id']),
        ...page,
      });
    },
    async add(tenantId, { _id = newId(), userId, userEmail, userName, role, status = 'active' }) {
      try {
        return await members.insertOnce({
          _id,
          tenantId,
          userId,
          userEmail,
          userName,
          role,
          status,
          joinedAt: new Date(),
        });
      } catch (error) {
        throw isDuplicateKey(error) ? new AppError('already_member', { cause: error }) : error;
      }
    },
    changeRole: (tenantId, memberId, role, options = {}) => change(tenantId, memberId, { role }, options),
    setStatus: (tenantId, memberId, status, options = {}) => change(tenantId, memberId, { status }, options),
    async transfer(tenantId, ownerId, memberId) {
      await withOwnerLock(tenantId, async () => {
        // Under the lock, because either may have been removed or demoted since the caller read them.
        const [owner, other] = await Promise.all([get(tenantId, ownerId), get(tenantId, memberId)]);
        if (other?.status !== 'active') throw new AppError('member_not_found');
        if (owner?.role !== 'owner' || owner.status !== 'active') throw new AppError('cannot_change_owner');
        await members.updateOne({ _id: memberId, tenantId }, { $set: { role: 'owner' } });
        await members.updateOne({ _id: ownerId, tenantId }, { $set: { role: 'admin' } });
      });
    },
    remove: (tenantId, memberId, options = {}) =>
      withOwnerLock(tenantId, async () => {
        const member = await memberToChange(tenantId, memberId, options);
        if (await isLastOwner(tenantId, member)) throw new AppError('cannot_remove_last_owner');
        // First, so that the person's request to join, repeated after the removal, finds it ended.
        await invites.updateOne(
          { _id: memberId, tenantId, membershipEndedAt: { $exists: false } },
          { $set: { membershipEndedAt: new Date() } },
        );
        await members.deleteOne({ _id: memberId, tenantId });
        return member;
      }),
    countOwners,
    acrossTenants: {
      async ownerOf(tenantIds) {
        const owners = await rows
          .find({ ...owning, tenantId: { $in: [...tenantIds] } })
          .sort({ joinedAt: -1, _id: -1 })
          .toArray();
        return new Map(owners.map((owner) => [owner.tenantId, owner]));
      },
      count: (tenantIds) => countByTenant(members, tenantIds),
      async ownedBy(words) {
        const found = new Map(words.map((word) => [word, new Set<string>()]));
        if (found.size === 0) return found;
        const owners = rows.find(owning, { projection: { tenantId: 1, userName: 1, userEmail: 1 } });
        // One scan for any number of words. Accents are folded here, because servers differ in their collations.
        for await (const { tenantId, userName, userEmail } of owners) {
          const text = foldKey(`${userName} ${userEmail}`);
          for (const [word, tenantIds] of found) if (text.includes(word)) tenantIds.add(tenantId);
        }
        return found;
      },
    },
  };
}
