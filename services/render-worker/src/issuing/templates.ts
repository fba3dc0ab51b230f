import type { Blobs } from '@sello/blobs';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { costOf, isLightDesign } from '@sello/render';
import { catalogTenantId, type PrefixRecord, type RevisionRecord, type Store } from '@sello/store';
import { prefixKey } from '../object-keys.ts';
import { SingleFlightCache } from '../single-flight.ts';
import { storePrefix } from './prefixes.ts';
import type { CompiledDesign, TemplateCompiler } from './template-compiler.ts';

/** A compiled template revision whose prefix is stored and was read back. */
export interface ReadyTemplate {
  compiled: CompiledDesign;
  prefix: PrefixRecord;
  templateId: string;
  name: string;
}

export interface Templates {
  /** Whether compiling the revision, or stamping any row of it, takes long; estimated without compiling. Throws faults. */
  isHeavy(tenantId: string, revisionId: string): Promise<boolean>;
  /** Compiles once per process. Throws a row error, which applies to every row of the revision, or a fault. */
  ready(tenantId: string, revisionId: string): Promise<ReadyTemplate>;
  /**
   * Restores a prefix that is missing or damaged in the object store: recompiles its revision (caches are not trusted)
   * and, if the bytes match the hash in the key, stores them, reads them back and hashes them. Needs only the prefix's
   * key, so that the scrub and the repair of certificates can call it. Returns false when no revision refers to the key,
   * or when it compiles to other bytes today (a font or an image has changed): then only a backup has it. Throws faults:
   * database or object store unavailable.
   */
  restorePrefix(tenantId: string, key: string): Promise<boolean>;
}

const maxPrefixBytes = 128 * 1024 * 1024;
const maxWeights = 10_000;

export function createTemplates(
  store: Pick<Store, 'revisions' | 'assets'>,
  blobs: Blobs,
  compiler: TemplateCompiler,
  log: Logger,
): Templates {
  const cache = new SingleFlightCache<ReadyTemplate>({
    maxWeight: maxPrefixBytes,
    weightOf: ({ prefix }) => prefix.size,
    keepError: (error) => isRowError(error) && !isTransient(error),
  });

  // Never stale: a revision is frozen.
  const weights = new SingleFlightCache<boolean>({ maxWeight: maxWeights, weightOf: () => 1 });

  async function readAsset(tenantId: string, assetId: string): Promise<Uint8Array> {
    const asset =
      (await store.assets.get(tenantId, assetId)) ?? (await store.assets.get(catalogTenantId, assetId));
    if (asset === null) throw new AppError('not_found', { details: { assetId } });
    return blobs.read(asset.key);
  }

  async function compileRevision(
    revision: RevisionRecord,
  ): Promise<{ compiled: CompiledDesign; prefix: PrefixRecord }> {
    const { tenantId } = revision;
    const assets = { get: (assetId: string) => readAsset(tenantId, assetId) };
    const compiled = await compiler.compile(tenantId, revision, assets);
    const { prefixSha256: sha256, prefix } = compiled;
    return { compiled, prefix: { key: prefixKey(tenantId, sha256), sha256, size: prefix.byteLength } };
  }

  async function make(tenantId: string, revisionId: string): Promise<ReadyTemplate> {
    const started = performance.now();
    const revision = await store.revisions.get(tenantId, revisionId);
    if (revision === null) throw new AppError('template_not_found');
    const { compiled, prefix } = await compileRevision(revision);
    await storePrefix(blobs, prefix, compiled.prefix);
    await store.revisions.addPrefix(tenantId, revisionId, prefix);
    log.info(
      { revisionId, bytes: prefix.size, ms: Math.round(performance.now() - started) },
      'compiled a template',
    );
    return { compiled, prefix, templateId: revision.templateId, name: revision.name };
  }

  return {
    isHeavy: (tenantId, revisionId) =>
      weights.get(`${tenantId}/${revisionId}`, async () => {
        const revision = await store.revisions.get(tenantId, revisionId);
        return revision !== null && !isLightDesign(costOf(revision.design));
      }),
    ready: (tenantId, revisionId) => cache.get(`${tenantId}/${revisionId}`, () => make(tenantId, revisionId)),
    async restorePrefix(tenantId, key) {
      const revision = await store.revisions.ofPrefix(tenantId, key);
      if (revision === null) return false;
      try {
        const { compiled, prefix } = await compileRevision(revision);
        if (prefix.key !== key) return false;
        await storePrefix(blobs, prefix, compiled.prefix);
        return true;
      } catch (error) {
        // The revision can no longer be compiled, for example because an image is gone.
        if (isRowError(error)) return false;
        throw error;
      }
    },
  };
}

/** Errors of a frozen revision are permanent, except that an image may be uploaded again and a font pack may arrive. */
function isTransient(error: unknown): boolean {
  if (!isAppError(error)) return false;
  return (
    error.code === 'image_unreadable' || (error.code === 'glyph_missing' && error.details?.pack !== undefined)
  );
}
