import { id } from '@sello/contracts';
import { z } from 'zod';
import type { Eviction } from './sockets.ts';

const eviction = z.union([
  z.strictObject({ sessionIds: z.array(id).max(10_000) }),
  z.strictObject({ tenantId: id, userId: id }),
]);

/** The channel on which BFFs publish whom to disconnect, as JSON with ids only. */
export const evictionChannel = 'sello:evictions';
export const writeEviction = (value: Eviction): string => JSON.stringify(value);

/** `undefined` for anything that is no eviction. */
export function readEviction(message: string): Eviction | undefined {
  try {
    return eviction.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
