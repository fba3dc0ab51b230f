import type { Blobs } from '@sello/blobs';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { costOf, isLightDesign } from '@sello/render';
import { catalogTenantId, type PrefixRecord, type RevisionRecord, type Store } from '@sello/store';
import { prefixKey } from '../object-keys.ts';
import { SingleFlightCache } from '../single-flight.ts';
import { storePrefix } from './prefixes.ts';
import type { CompiledDesign, TemplateCompiler } from './template-compiler.ts';

/** A template revision that certificates may be stamped from: its prefix is stored and was read back. */
export interface ReadyTemplate {
  compiled: CompiledDesign;
  prefix: PrefixRecord;
  templateId: string;
  name: string;
}

export interface Templates {
  /** Whether compiling the revision, or stamping any row of it, takes long: known without compiling. Throws faults. */
  isHeavy(tenantId: string, revisionId: string): Promise<boolean>;
  /** Compiled once per process. Throws the error of every row that uses the revision, or a fault. */
  ready(tenantId: string, revisionId: string): Promise<ReadyTemplate>;
  /**
   * Makes a prefix that is missing or damaged in the object store stand again: compiles its revision anew (nothing kept
   * in memory is trusted) and stores the bytes, read back and hashed, when they come out as the key says. Needs nothing
   * but the prefix's key, so that the scrub and a repair of certificates may call it. False when no revision knows the
   * key, or when it compiles to other bytes today (a font or an image has changed): then only a backup has it.
   * Throws faults: database or object store away.
   */
  restorePrefix(tenantId: string, key: string): Promise<boolean>;
}

const keptBytes = 128 * 1024 * 1024;
const keptWeights = 10_000;

export function createTemplates(
  store: Pick<Store, 'revisions' | 'assets'>,
  blobs: Blobs,
  compiler: TemplateCompiler,
  log: Logger,
): Templates {
  const cache = new SingleFlightCache<ReadyTemplate>({
    maxWeight: keptBytes,
    weightOf: ({ prefix }) => prefix.size,
    // An image may be uploaded again; everything else about a frozen revision stays as it is.
    keepError: (error) => isRowError(error) && !isAppError(error, 'image_unreadable'),
  });

  // A frozen revision stays as it is.
  const weights = new SingleFlightCache<boolean>({ maxWeight: keptWeights, weightOf: () => 1 });

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
        // What is wrong with the revision today (an image that has gone) says that it cannot be compiled again.
        if (isRowError(error)) return false;
        throw error;
      }
    },
  };
}
