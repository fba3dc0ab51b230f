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
  /** Keys whose bytes were not what the key says. */
  damaged: string[];
  /** Those of them that are whole again. */
  restored: string[];
}

/**
 * Hashes every stored prefix again: thousands of certificates hang on each of these objects. A damaged one is logged
 * and counted for the operator's alarm, then stored again from a fresh compile of its revision. Where that gives other
 * bytes it is set aside, so that its certificates answer "missing or damaged" instead of wrong bytes, and nothing is
 * issued from it until a backup, or a worker that still has the right bytes in memory, has put them back.
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
  log.info({ read, damaged: damaged.length, restored: restored.length }, 'read every prefix again');
  return scrubbed;
}

/** In pieces: a prefix may be large. `undefined` when it has gone since it was listed. */
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

/** Stores a damaged prefix again, or sets it aside. Answers whether it is whole again. */
export async function repairPrefix(
  { blobs, templates, metrics, log }: ScrubDependencies,
  key: string,
): Promise<boolean> {
  metrics.damaged('prefix');
  log.error({ key }, 'a stored prefix is not what it was');
  try {
    if (await templates.restorePrefix(tenantOfPrefix(key), key)) {
      log.warn({ key }, 'the damaged prefix was compiled and stored again');
      return true;
    }
    await setAside(blobs, key);
    log.error({ key, kept: damagedKey(key) }, 'the damaged prefix was set aside: restore it from a backup');
  } catch (error) {
    // The others are read all the same; this one is met again by the next scrub.
    log.error({ err: error, key }, 'a damaged prefix could be neither made again nor set aside');
  }
  return false;
}

/** Moves a damaged prefix out of the way, unless it was put right meanwhile. */
async function setAside(blobs: Blobs, key: string): Promise<void> {
  const bytes = await blobs.read(key);
  const sha256 = sha256OfKey(key);
  if (hash('sha256', bytes) === sha256) return;
  await blobs.put(damagedKey(key), bytes);
  if (!(await isIntact(blobs, { key, sha256 }))) await blobs.delete(key);
}
