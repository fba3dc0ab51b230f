import { createHash } from 'node:crypto';
import { serviceLimits } from '@sello/contracts';
import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import type { Table } from '../database/table.ts';
import type { IdempotencyRow } from './entity.ts';
import type { IdempotencyBegin, IdempotencyKeys, StoredResponse } from './idempotency.ts';

const keptLost = 1_000;

type Held = IdempotencyRow & { holder: string };
type Scope = Parameters<IdempotencyKeys['begin']>[0];

function keyOf({ tenantId, userId }: Scope, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, userId, key]))
    .digest('hex');
}

export function createIdempotencyKeys(keys: Table<IdempotencyRow>): IdempotencyKeys {
  const { rows } = keys;
  /**
   * Holders of `begin` calls of this process whose database response was lost, newest last. They may be stored, but no
   * request runs under them: the next request takes the key at once instead of waiting for the lease to expire.
   */
  const lost = new Set<string>();
  const noteLost = (holder: string): void => {
    lost.add(holder);
    if (lost.size > keptLost) lost.delete([...lost][0]!);
  };

  async function take(fresh: Held, now: Date): Promise<IdempotencyBegin> {
    for (;;) {
      try {
        await keys.insert(fresh);
        return { outcome: 'fresh' };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const existing = await rows.findOne({ _id: fresh._id });
      if (!existing) continue;
      // Written by an earlier attempt of this call whose response was lost.
      if (existing.state === 'running' && existing.holder === fresh.holder) return { outcome: 'fresh' };
      const isOver = existing.expiresAt <= now;
      const isAbandoned =
        existing.state === 'running' && (existing.leaseUntil <= now || lost.has(existing.holder ?? ''));
      if (!isOver && existing.bodyHash !== fresh.bodyHash) return { outcome: 'different' };
      if (isOver || isAbandoned) {
        const { _id, ...fields } = fresh;
        const { state, leaseUntil } = existing;
        const taken = await keys.updateOne(
          { _id, state, leaseUntil },
          { $set: fields, $unset: { answer: '' } },
        );
        if (taken.matchedCount === 1) return { outcome: 'fresh' };
        continue;
      }
      if (existing.state === 'running') return { outcome: 'running' };
      return { outcome: 'replay', answer: JSON.parse(existing.answer ?? 'null') as StoredResponse };
    }
  }

  return {
    async begin(scope, key, bodyHash, { leaseMs, now = new Date() }) {
      const fresh = {
        _id: keyOf(scope, key),
        bodyHash,
        state: 'running' as const,
        holder: newId(),
        leaseUntil: new Date(now.getTime() + leaseMs),
        expiresAt: new Date(now.getTime() + serviceLimits.idempotencyKeptMs),
      };
      try {
        return await take(fresh, now);
      } catch (error) {
        noteLost(fresh.holder);
        throw error;
      }
    },
    async finish(scope, key, answer) {
      await keys.updateOne(
        { _id: keyOf(scope, key), state: 'running' },
        { $set: { state: 'done', answer: JSON.stringify(answer) } },
      );
    },
    async abandon(scope, key) {
      await keys.deleteOne({ _id: keyOf(scope, key), state: 'running' });
    },
  };
}
