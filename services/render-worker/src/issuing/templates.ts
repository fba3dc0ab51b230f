import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError, isAppError, type Logger } from '@sello/kit';
import { type CompiledTemplate, compile, type FontLibrary } from '@sello/render';
import { catalogTenantId, type PrefixRecord, type Store } from '@sello/store';
import { prefixKey } from '../object-keys.ts';
import { SingleFlightCache } from '../single-flight.ts';
import { isRowError } from './row-errors.ts';

/** A template revision that certificates may be stamped from: its prefix is stored and was read back. */
export interface ReadyTemplate {
  compiled: CompiledTemplate;
  prefix: PrefixRecord;
  templateId: string;
  name: string;
}

export interface Templates {
  /** Compiled once per process. Throws the error of every row that uses the revision, or a fault. */
  ready(tenantId: string, revisionId: string): Promise<ReadyTemplate>;
}

const keptBytes = 128 * 1024 * 1024;

export function createTemplates(
  store: Pick<Store, 'revisions' | 'assets'>,
  blobs: Blobs,
  fonts: FontLibrary,
  log: Logger,
): Templates {
  const cache = new SingleFlightCache<ReadyTemplate>({
    maxWeight: keptBytes,
    weightOf: ({ prefix }) => prefix.size,
    // An image may be uploaded again; everything else about a frozen revision stays as it is.
    keepError: (error) => isRowError(error) && !isAppError(error, 'image_unreadable'),
  });

  async function readAsset(tenantId: string, assetId: string): Promise<Uint8Array> {
    const asset =
      (await store.assets.get(tenantId, assetId)) ?? (await store.assets.get(catalogTenantId, assetId));
    if (asset === null) throw new AppError('not_found', { details: { assetId } });
    return blobs.read(asset.key);
  }

  async function make(tenantId: string, revisionId: string): Promise<ReadyTemplate> {
    const started = performance.now();
    const revision = await store.revisions.get(tenantId, revisionId);
    if (revision === null) throw new AppError('template_not_found');
    const compiled = await compile(
      { id: revision._id, design: revision.design },
      { fonts, assets: { get: (assetId) => readAsset(tenantId, assetId) } },
    );
    const prefix = {
      key: prefixKey(tenantId, compiled.prefixSha256),
      sha256: compiled.prefixSha256,
      size: compiled.prefix.byteLength,
    };
    await storePrefix(blobs, prefix, compiled.prefix);
    await store.revisions.addPrefix(tenantId, revisionId, prefix);
    log.info(
      { revisionId, bytes: prefix.size, ms: Math.round(performance.now() - started) },
      'compiled a template',
    );
    return { compiled, prefix, templateId: revision.templateId, name: revision.name };
  }

  return {
    ready: (tenantId, revisionId) => cache.get(`${tenantId}/${revisionId}`, () => make(tenantId, revisionId)),
  };
}

/** Stores a prefix unless it stands already, and reads it back: nothing refers to bytes that nobody has seen stored. */
export async function storePrefix(blobs: Blobs, prefix: PrefixRecord, bytes: Uint8Array): Promise<void> {
  if (await isStored(blobs, prefix)) return;
  await blobs.put(prefix.key, bytes);
  if (await isStored(blobs, prefix)) return;
  throw new AppError('unavailable', { cause: new Error(`${prefix.key} was not stored as it was given`) });
}

async function isStored(blobs: Blobs, { key, sha256 }: PrefixRecord): Promise<boolean> {
  try {
    return hash('sha256', await blobs.read(key)) === sha256;
  } catch (error) {
    if (isAppError(error, 'object_missing')) return false;
    throw error;
  }
}
