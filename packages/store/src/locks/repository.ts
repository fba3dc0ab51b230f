import { isDuplicateKey } from '../database/errors.ts';
import type { Table } from '../database/table.ts';
import type { LockRow } from './entity.ts';
import type { Locks } from './locks.ts';

export function createLocks(locks: Table<LockRow>): Locks {
  const end = (now: Date, leaseMs: number) => new Date(now.getTime() + leaseMs);
  return {
    async take(name, owner, leaseMs, now = new Date()) {
      const until = end(now, leaseMs);
      try {
        await locks.insert({ _id: name, owner, until });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // An expired lock, or our own, written by an attempt whose response was lost.
      const isFree = { _id: name, $or: [{ until: { $lte: now } }, { owner }] };
      return (await locks.updateOne(isFree, { $set: { owner, until } })).matchedCount === 1;
    },
    async renew(name, owner, leaseMs, now = new Date()) {
      const renewed = await locks.updateOne({ _id: name, owner }, { $set: { until: end(now, leaseMs) } });
      return renewed.matchedCount === 1;
    },
    isHeld: async (name, now = new Date()) =>
      (await locks.rows.findOne({ _id: name, until: { $gt: now } })) !== null,
    async release(name, owner) {
      await locks.deleteOne({ _id: name, owner });
    },
  };
}
