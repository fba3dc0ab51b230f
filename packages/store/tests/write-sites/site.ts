import type { ErrorCode } from '@sello/contracts';
import { newId, type Store } from '../../src/index.ts';
import { testDatabase } from '../database.ts';

/**
 * Makes the call under test through the connection that is cut. When it was refused as `unavailable`, it is made again,
 * as a caller does; what is answered is the answer of the call that came through. `undefined`: the repeat was refused
 * with one of `refusedAgain`, which say that it had been done already.
 */
export type Cut = <Answer>(
  call: (store: Store) => Promise<Answer>,
  refusedAgain?: readonly ErrorCode[],
) => Promise<Answer | undefined>;

/**
 * One function that writes: sets the scene through an unbroken connection, makes the call, and asserts the state that
 * must stand after it, whatever was cut.
 */
export type WriteSite = (store: Store, cut: Cut) => Promise<void>;
export type WriteSites = Record<string, WriteSite>;

/**
 * Puts off what other tests left for a reconciler, whose look crosses tenants, so that it finds the scene of this site
 * alone and writes as often each time.
 */
export async function putOffOthers(): Promise<void> {
  const { raw } = await testDatabase();
  const inAYear = later(365 * 24 * 3_600_000);
  await raw.collection('batches').updateMany({}, { $set: { reconcileAt: inAYear } });
  await raw.collection('domains').updateMany({}, { $set: { nextCheckAt: inAYear } });
}

export const later = (ms = 3_600_000): Date => new Date(Date.now() + ms);
export const buildOwner = () => ({ userId: newId(), email: 'o@example.test', name: 'O' });
