import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { anyText, date, defineSchema, flag, optionalText, text } from '../database/schema.ts';
import { inOrderOf, present, type Table } from '../database/table.ts';
import type { UserRecord, Users } from './users.ts';

export const userSchema = defineSchema<UserRecord>({
  _id: text,
  issuer: text,
  subject: text,
  email: anyText,
  emailVerified: flag,
  name: anyText,
  pictureUrl: optionalText,
  lastTenantId: optionalText,
  createdAt: date,
  lastSignInAt: date,
}).index({ issuer: 1, subject: 1 }, { unique: true });

export function createUsers(users: Table<UserRecord>): Users {
  const { rows } = users;
  return {
    find: (issuer, subject) => rows.findOne({ issuer, subject }),
    async signIn({ issuer, subject, email, emailVerified, name, pictureUrl }) {
      const now = new Date();
      const write = () =>
        rows.findOneAndUpdate(
          { issuer, subject },
          {
            $set: present({ email, emailVerified, name, pictureUrl, lastSignInAt: now }),
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
    rename: (userId, name) =>
      rows.findOneAndUpdate({ _id: userId }, { $set: { name } }, { returnDocument: 'after' }),
    async setLastTenant(userId, tenantId) {
      await rows.updateOne({ _id: userId }, { $set: { lastTenantId: tenantId } });
    },
  };
}
