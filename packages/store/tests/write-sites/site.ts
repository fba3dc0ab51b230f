import type { ErrorCode } from '@sello/contracts';
import { newId, type Store } from '../../src/index.ts';
import { testDatabase } from '../database.ts';

/**
 * Makes the call under test through the connection that is cut. A call that threw `unavailable` is retried, as callers
 * do; resolves with the result of the call that succeeded. `undefined`: the retry was refused with one of
 * `refusedAgain`, which show that the first call had succeeded.
 */
export type Cut = <Answer>(
  call: (store: Store) => Promise<Answer>,
  refusedAgain?: readonly ErrorCode[],
) => Promise<Answer | undefined>;

/**
 * One function that writes: prepares records through an unbroken connection, makes the call, and asserts the resulting
 * state, whatever was cut.
 */
export type WriteSite = (store: Store, cut: Cut) => Promise<void>;
export type WriteSites = Record<string, WriteSite>;

/**
 * Postpones the records that other tests left for a reconciler, which crosses tenants, so that it finds only the
 * records of this site and makes the same number of writes each time.
 */
export async function postponeOthers(): Promise<void> {
  const { raw } = await testDatabase();
  const inAYear = later(365 * 24 * 3_600_000);
  await raw.collection('batches').updateMany({}, { $set: { reconcileAt: inAYear } });
  await raw.collection('domains').updateMany({}, { $set: { nextCheckAt: inAYear } });
}

export const later = (ms = 3_600_000): Date => new Date(Date.now() + ms);
export const buildOwner = () => ({ userId: newId(), email: 'o@example.test', name: 'O' });
