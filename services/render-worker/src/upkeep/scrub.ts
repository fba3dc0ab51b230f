import { createHash, hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { isAppError, type Logger } from '@sello/kit';
import { isIntact } from '../issuing/prefixes.ts';
import type { Templates } from '../issuing/templates.ts';
import type { WorkMetrics } from '../metrics.ts';
import { damagedKey, prefixFolder, sha256OfKey, tenantOfPrefix } from '../object-keys.ts';

export interface ScrubDependencies {
  blobs: Blobs;
  templates: Pick<Templates, 'restorePrefix'>;
  metrics: WorkMetrics;
  log: Logger;
}

export interface Scrubbed {
  read: number;
  /** Keys whose bytes did not match the SHA-256 in the key. */
  damaged: string[];
  /** Those of the damaged keys that were restored. */
  restored: string[];
}

/**
 * Reads and hashes every stored prefix, because thousands of certificates depend on each. A damaged one is logged and
 * counted for the operator's alert, then recompiled from its revision and stored again. If it compiles to other bytes, it
 * is quarantined: downloads of its certificates fail as missing or damaged instead of returning wrong bytes, and nothing
 * is issued from it until a backup, or a worker with the right bytes in memory, has restored it.
 */
export async function scrubPrefixes(dependencies: ScrubDependencies, signal: AbortSignal): Promise<Scrubbed> {
  const { blobs, log } = dependencies;
  const scrubbed: Scrubbed = { read: 0, damaged: [], restored: [] };
  for await (const { key } of blobs.list(prefixFolder)) {
    signal.throwIfAborted();
    const found = await hashOf(blobs, key);
    if (found === undefined) continue;
    scrubbed.read++;
    if (found === sha256OfKey(key)) continue;
    scrubbed.damaged.push(key);
    if (await repairPrefix(dependencies, key)) scrubbed.restored.push(key);
  }
  const { read, damaged, restored } = scrubbed;
  log.info({ read, damaged: damaged.length, restored: restored.length }, 'scrubbed all prefixes');
  return scrubbed;
}

/** Hashes the object as a stream, as a prefix may be large. `undefined` when it was deleted since it was listed. */
async function hashOf(blobs: Blobs, key: string): Promise<string | undefined> {
  try {
    const { stream } = await blobs.get(key);
    const sum = createHash('sha256');
    for await (const chunk of stream) sum.update(chunk as Buffer);
    return sum.digest('hex');
  } catch (error) {
    if (isAppError(error, 'object_missing')) return undefined;
    throw error;
  }
}

/** Restores a damaged prefix, or quarantines it. Returns whether it was restored. */
export async function repairPrefix(
  { blobs, templates, metrics, log }: ScrubDependencies,
  key: string,
): Promise<boolean> {
  metrics.damaged('prefix');
  log.error({ key }, 'a stored prefix is damaged');
  try {
    if (await templates.restorePrefix(tenantOfPrefix(key), key)) {
      log.warn({ key }, 'recompiled and restored a damaged prefix');
      return true;
    }
    await quarantine(blobs, key);
    log.error({ key, kept: damagedKey(key) }, 'quarantined a damaged prefix: restore it from a backup');
  } catch (error) {
    // Not thrown, so that the scrub continues; the next scrub retries this prefix.
    log.error({ err: error, key }, 'a damaged prefix could be neither restored nor quarantined');
  }
  return false;
}

/** Moves a damaged prefix to `certificates/damaged/`, unless it was restored meanwhile. */
async function quarantine(blobs: Blobs, key: string): Promise<void> {
  const bytes = await blobs.read(key);
  const sha256 = sha256OfKey(key);
  if (hash('sha256', bytes) === sha256) return;
  await blobs.put(damagedKey(key), bytes);
  if (!(await isIntact(blobs, { key, sha256 }))) await blobs.delete(key);
}
