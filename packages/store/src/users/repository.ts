import type { RowOf, userEntity } from '@sello/contracts';
import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { Users } from './users.ts';

type UserRow = RowOf<typeof userEntity>;

export function createUsers(users: Table<UserRow>): Users {
  const { rows } = users;
  return {
    find: (issuer, subject) => rows.findOne({ issuer, subject }),
    async signIn({ issuer, subject, email, emailVerified, name, pictureUrl }) {
      const now = new Date();
      const write = () =>
        users.findOneAndUpdate(
          { issuer, subject },
          {
            $set: omitUndefined({ email, emailVerified, name, pictureUrl, lastSignInAt: now }),
            $setOnInsert: { _id: newId(), createdAt: now },
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
    get: (userId) => rows.findOne({ _id: userId }),
    getMany: async (userIds) => inOrderOf(userIds, await rows.find({ _id: { $in: [...userIds] } }).toArray()),
    async withAddress(address) {
      const wanted = address.toLowerCase();
      const found: UserRow[] = [];
      for await (const user of rows.find({})) if (user.email.toLowerCase() === wanted) found.push(user);
      return found;
    },
    bySuperAdminAddress: (address) => rows.findOne({ superAdminAddress: address }),
    async bindSuperAdminAddress(userId, address) {
      const bound = await rows.findOne({ superAdminAddress: address });
      if (bound) return bound;
      try {
        await users.updateOne(
          { _id: userId, superAdminAddress: null as never },
          { $set: { superAdminAddress: address, hasSuperAdminAddress: true } },
        );
      } catch (error) {
        // Concurrent first sign-ins: the unique index gives the address to one of them.
        if (!isDuplicateKey(error)) throw error;
      }
      return rows.findOne({ superAdminAddress: address });
    },
    async releaseSuperAdminAddress(address) {
      const { modifiedCount } = await users.updateOne(
        { superAdminAddress: address },
        { $unset: { superAdminAddress: '', hasSuperAdminAddress: '' } },
      );
      return modifiedCount > 0;
    },
    rename: (userId, name) =>
      users.findOneAndUpdate({ _id: userId }, { $set: { name } }, { returnDocument: 'after' }),
    async setLastTenant(userId, tenantId) {
      await users.updateOne({ _id: userId }, { $set: { lastTenantId: tenantId } });
    },
  };
}
