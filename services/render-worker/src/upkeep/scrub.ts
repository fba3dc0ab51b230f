import { createHash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import type { WorkMetrics } from '../metrics.ts';
import { prefixFolder, sha256OfKey } from '../object-keys.ts';

/**
 * Hashes every stored prefix again: thousands of certificates hang on each of these objects. A damaged one is logged
 * and counted for the operator's alarm; it is never deleted and never hidden.
 */
export async function scrubPrefixes(
  blobs: Blobs,
  metrics: WorkMetrics,
  log: Logger,
  signal: AbortSignal,
): Promise<{ read: number; damaged: string[] }> {
  const damaged: string[] = [];
  let read = 0;
  for await (const { key } of blobs.list(prefixFolder)) {
    signal.throwIfAborted();
    const { stream } = await blobs.get(key);
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk as Buffer);
    read++;
    if (hash.digest('hex') === sha256OfKey(key)) continue;
    damaged.push(key);
    metrics.damaged('prefix');
    log.error({ key }, 'a stored prefix is not what it was: restore it from a backup');
  }
  log.info({ read, damaged: damaged.length }, 'read every prefix again');
  return { read, damaged };
}
