import { type ErrorCode, memberEntity, type RowOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { declaredIndex } from '../database/declared-index.ts';
import { isDuplicateKey } from '../database/errors.ts';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort } from '../database/keyset.ts';
import { type Filter, inRuns, type Table } from '../database/table.ts';
import type { InviteRecord } from '../invites/invites.ts';
import type { TenantRow } from '../tenants/repository.ts';
import type { MemberChange, MemberRecord, Members } from './members.ts';
import { createOwnerLock } from './owner-lock.ts';

const pairsAtOnce = 1_000;
const joined = { field: 'joinedAt', direction: 1 } as const;
type MemberRow = RowOf<typeof memberEntity>;
type MemberPatch = Partial<Pick<MemberRecord, 'role' | 'status'>>;

const owning = { role: 'owner', status: 'active' } as const;

function searchFilters(search: string): Record<string, unknown>[] {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => {
    const within = { $regex: word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' };
    return { $or: [{ userName: within }, { userEmail: within }] };
  });
}

export function createMembers(
  members: Table<MemberRow>,
  tenants: Table<TenantRow>,
  /** A membership that came of an invitation has its id. */
  invites: Table<InviteRecord>,
): Members {
  const { rows } = members;
  const get: Members['get'] = (tenantId, memberId) => rows.findOne({ _id: memberId, tenantId });
  const withOwnerLock = createOwnerLock(tenants);
  const countOwners: Members['countOwners'] = (tenantId) => rows.countDocuments({ tenantId, ...owning });

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

  const isActiveOwner = ({ role, status }: MemberRecord): boolean =>
    role === owning.role && status === owning.status;

  const countOthers = (tenantId: string, memberId: string): Promise<number> =>
    rows.countDocuments({ tenantId, ...owning, _id: { $ne: memberId }, ending: { $exists: false } });

  /**
   * Writes that a member is no active owner any more, unless no other is left (`refusal`). The lock may have expired, when
   * this process or the database stood still, and another change may be under way. So the member is marked first, and one
   * that is marked does not count for other changes; each takes away the marks of others, without which these do not write.
   */
  async function endOwner<Answer>(
    { _id, tenantId }: MemberRecord,
    lockId: string,
    { refusal, write }: { refusal: ErrorCode; write: (marked: Filter<MemberRow>) => Promise<Answer> },
  ): Promise<Answer> {
    await members.updateMany({ tenantId, ending: { $exists: true } }, { $unset: { ending: '' } });
    if ((await countOthers(tenantId, _id)) === 0) throw new AppError(refusal);
    await members.updateOne({ _id, tenantId, ...owning }, { $set: { ending: lockId } });
    if ((await countOthers(tenantId, _id)) > 0) return write({ _id, tenantId, ending: lockId });
    // Its mark is taken away by the next change.
    throw new AppError((await countOwners(tenantId)) > 1 ? 'unavailable' : refusal);
  }

  /** Changes the member if it is as `filter` says. Throws `unavailable` when it has been changed since it was read. */
  async function patchMember(
    { _id, tenantId }: MemberRecord,
    filter: Filter<MemberRow>,
    patch: MemberPatch,
  ): Promise<MemberRecord> {
    const changed = await members.findOneAndUpdate(
      filter,
      { $set: patch, $unset: { ending: '' } },
      { returnDocument: 'after' },
    );
    if (changed) return changed;
    const now = await get(tenantId, _id);
    if (!now) throw new AppError('member_not_found');
    // The driver has repeated a write whose response was lost.
    const { role = now.role, status = now.status } = patch;
    if (now.role === role && now.status === status) return now;
    throw new AppError('unavailable');
  }

  // Every change takes the lock, because one that makes an owner may meet one that is forbidden for owners.
  const change = (
    tenantId: string,
    memberId: string,
    patch: MemberPatch,
    options: MemberChange,
  ): Promise<MemberRecord> =>
    withOwnerLock(tenantId, async (lockId) => {
      const member = await memberToChange(tenantId, memberId, options);
      const { role, status } = member;
      if (!isActiveOwner(member) || isActiveOwner({ ...member, ...patch }))
        return patchMember(member, { _id: memberId, tenantId, role, status }, patch);
      return endOwner(member, lockId, {
        refusal: 'cannot_demote_last_owner',
        write: (marked) => patchMember(member, marked, patch),
      });
    });

  /** Deletes the member if it is as `filter` says. Throws `unavailable` when it has been changed since it was read. */
  async function deleteMember({ _id, tenantId }: MemberRecord, filter: Filter<MemberRow>): Promise<void> {
    // First, so that the person's request to join, repeated after the removal, finds it ended.
    await invites.updateOne(
      { _id, tenantId, membershipEndedAt: { $exists: false } },
      { $set: { membershipEndedAt: new Date() } },
    );
    if (await members.deleteOne(filter)) return;
    if (await get(tenantId, _id)) throw new AppError('unavailable');
  }

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
      await withOwnerLock(tenantId, async (lockId) => {
        // Under the lock, because either may have been removed or demoted since the caller read them.
        const [owner, other] = await Promise.all([get(tenantId, ownerId), get(tenantId, memberId)]);
        if (other?.status !== 'active') throw new AppError('member_not_found');
        if (!owner || !isActiveOwner(owner)) throw new AppError('cannot_change_owner');
        const { role, status } = other;
        await patchMember(other, { _id: memberId, tenantId, role, status }, { role: 'owner' });
        await endOwner(owner, lockId, {
          refusal: 'cannot_demote_last_owner',
          write: (marked) => patchMember(owner, marked, { role: 'admin' }),
        });
      });
    },
    remove: (tenantId, memberId, options = {}) =>
      withOwnerLock(tenantId, async (lockId) => {
        const member = await memberToChange(tenantId, memberId, options);
        const { role, status } = member;
        if (isActiveOwner(member)) {
          await endOwner(member, lockId, {
            refusal: 'cannot_remove_last_owner',
            write: (marked) => deleteMember(member, marked),
          });
        } else await deleteMember(member, { _id: memberId, tenantId, role, status });
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
