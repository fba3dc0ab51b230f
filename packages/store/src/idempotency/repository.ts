import { createHash } from 'node:crypto';
import { limits } from '@sello/contracts';
import { isDuplicateKey } from '../database/errors.ts';
import { date, defineSchema, oneOf, optionalText, text } from '../database/schema.ts';
import type { Table } from '../database/table.ts';
import type { IdempotencyKeys, KeptAnswer } from './idempotency.ts';

export interface IdempotencyRow {
  _id: string;
  bodyHash: string;
  state: 'running' | 'done';
  leaseUntil: Date;
  expiresAt: Date;
  /** The answer as JSON: its keys are anything. */
  answer?: string;
}

export const idempotencySchema = defineSchema<IdempotencyRow>({
  _id: text,
  bodyHash: text,
  state: oneOf('running', 'done'),
  leaseUntil: date,
  expiresAt: date,
  answer: optionalText,
}).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Scope = Parameters<IdempotencyKeys['begin']>[0];

function keyOf({ tenantId, userId }: Scope, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, userId, key]))
    .digest('hex');
}

export function createIdempotencyKeys(keys: Table<IdempotencyRow>): IdempotencyKeys {
  const { rows } = keys;
  return {
    async begin(scope, key, bodyHash, { leaseMs = 5 * 60_000, now = new Date() } = {}) {
      const fresh: IdempotencyRow = {
        _id: keyOf(scope, key),
        bodyHash,
        state: 'running',
        leaseUntil: new Date(now.getTime() + leaseMs),
        expiresAt: new Date(now.getTime() + limits.idempotencyKeptMs),
      };
      for (;;) {
        try {
          await keys.insert(fresh);
          return { outcome: 'fresh' };
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const standing = await rows.findOne({ _id: fresh._id });
        if (!standing) continue;
        const isOver = standing.expiresAt <= now;
        const isAbandoned = standing.state === 'running' && standing.leaseUntil <= now;
        if (!isOver && standing.bodyHash !== bodyHash) return { outcome: 'different' };
        if (isOver || isAbandoned) {
          const { _id, ...fields } = fresh;
          const taken = await rows.updateOne(
            { _id, state: standing.state, leaseUntil: standing.leaseUntil },
            { $set: fields, $unset: { answer: '' } },
          );
          if (taken.modifiedCount === 1) return { outcome: 'fresh' };
          continue;
        }
        if (standing.state === 'running') return { outcome: 'running' };
        return { outcome: 'replay', answer: JSON.parse(standing.answer ?? 'null') as KeptAnswer };
      }
    },
    async finish(scope, key, answer) {
      await rows.updateOne(
        { _id: keyOf(scope, key), state: 'running' },
        { $set: { state: 'done', answer: JSON.stringify(answer) } },
      );
    },
    async abandon(scope, key) {
      await rows.deleteOne({ _id: keyOf(scope, key), state: 'running' });
    },
  };
}
