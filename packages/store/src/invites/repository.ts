import { serviceLimits } from '@sello/contracts';
import { isDuplicateKey } from '../database/errors.ts';
import { newId, newSecret } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { omitUndefined, type Table } from '../database/table.ts';
import { createLetters } from '../letters/repository.ts';
import type { InviteRecord, Invites } from './invites.ts';

/** An invitation that gave this person a membership which has not ended. */
const acceptedBy = (userId: string) =>
  ({ state: 'accepted', acceptedBy: userId, membershipEndedAt: { $exists: false } }) as const;

export function createInvites(invites: Table<InviteRecord>): Invites {
  const { rows } = invites;
  const { lettersDue, ...letters } = createLetters(invites, {
    open: (now, invite) => ({
      ...{ state: 'pending', expiresAt: { $gt: now } },
      ...(invite && { code: invite.code }),
    }),
    alive: { state: 'pending' },
  });
  return {
    ...letters,
    get: (tenantId, inviteId) => rows.findOne({ _id: inviteId, tenantId }),
    async create(tenantId, { email, code, invitedBy, expiresAt, language, letter }) {
      const key = email.trim().toLowerCase();
      const write = () =>
        invites.findOneAndUpdate(
          { tenantId, email: key, state: 'pending' },
          {
            $set: omitUndefined({ code, invitedBy, expiresAt, language, letter }),
            $setOnInsert: { _id: newId(), secret: newSecret(), createdAt: new Date() },
          },
          { upsert: true, returnDocument: 'after' },
        );
      try {
        return (await write())!;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await write())!;
      }
    },
    list: (tenantId, { all = false, now = new Date() } = {}) =>
      rows
        .find(all ? { tenantId } : { tenantId, state: 'pending', expiresAt: { $gt: now } })
        .sort({ createdAt: -1, _id: -1 })
        .toArray(),
    page: (tenantId, { limit, cursor, isCounted, now = new Date() } = {}) =>
      findPage(invites, {
        filter: {
          tenantId,
          state: 'pending',
          expiresAt: { $gt: new Date(now.getTime() - serviceLimits.inviteShownExpiredMs) },
        },
        sort: { field: 'createdAt', direction: -1 },
        ...{ limit, cursor, isCounted },
      }),
    async revoke(tenantId, inviteId) {
      const revoked = await invites.updateOne(
        { _id: inviteId, tenantId, state: { $in: ['pending', 'revoked'] } },
        { $set: { state: 'revoked' } },
      );
      return revoked.matchedCount === 1;
    },
    acrossTenants: {
      lettersDue,
      get: (inviteId) => rows.findOne({ _id: inviteId }),
      async byCode(code, userId) {
        const pending = await rows.findOne({ code, state: 'pending' });
        if (pending || userId === undefined) return pending;
        return rows.findOne({ code, ...acceptedBy(userId) });
      },
      pendingFor: (email, now = new Date()) =>
        rows
          .find({ email: email.trim().toLowerCase(), state: 'pending', expiresAt: { $gt: now } })
          .sort({ createdAt: -1, _id: -1 })
          .toArray(),
      async accept(inviteId, userId, now = new Date()) {
        const accepted = await invites.findOneAndUpdate(
          { _id: inviteId, state: 'pending', expiresAt: { $gt: now } },
          { $set: { state: 'accepted', acceptedBy: userId, acceptedAt: now } },
          { returnDocument: 'after' },
        );
        return accepted ?? rows.findOne({ _id: inviteId, ...acceptedBy(userId), expiresAt: { $gt: now } });
      },
    },
  };
}
