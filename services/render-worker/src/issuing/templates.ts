import type { Blobs } from '@sello/blobs';
import { currentDesign, imageVariablesOf, logoVariable } from '@sello/design';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { costOf, isLightDesign } from '@sello/render';
import type { PrefixRecord, RevisionRecord, Store } from '@sello/store';
import { prefixKey } from '../object-keys.ts';
import { SingleFlightCache } from '../single-flight.ts';
import { createDesignSources } from './design-sources.ts';
import { storePrefix } from './prefixes.ts';
import type { CompiledDesign, TemplateCompiler } from './template-compiler.ts';

/** A compiled template revision whose prefix is stored and was read back. */
export interface ReadyTemplate {
  compiled: CompiledDesign;
  prefix: PrefixRecord;
  templateId: string;
  name: string;
}

/** What a design alone says of its revision. */
export interface RevisionFacts {
  /** Compiling it, or stamping any row of it, takes long; an estimate. */
  isHeavy: boolean;
  /** The variables that name images which it prints. */
  images: readonly string[];
}

export interface Templates {
  /** What the design alone says of the revision, without compiling it. Throws faults. */
  factsOf(tenantId: string, revisionId: string): Promise<RevisionFacts>;
  /**
   * Compiles once per process, a design that prints the organization's logo once for each logo. `logo` is the object of
   * the present one. Throws a row error, which applies to every row of the revision, or a fault.
   */
  ready(tenantId: string, revisionId: string, logo?: string): Promise<ReadyTemplate>;
  /** The object of the logo that a stored prefix of the revision was compiled with. */
  logoOf(tenantId: string, prefixKey: string): Promise<string | undefined>;
  /**
   * Restores a prefix that is missing or damaged in the object store: recompiles its revision (caches are not trusted)
   * with the logo of that time and, if the bytes match the hash in the key, stores them, reads them back and hashes them. Needs only the prefix's
   * key, so that the scrub and the repair of certificates can call it. Returns false when no revision refers to the key,
   * or when it compiles to other bytes today (a font or an image has changed): then only a backup has it. Throws faults:
   * database or object store unavailable.
   */
  restorePrefix(tenantId: string, key: string): Promise<boolean>;
}

const maxPrefixBytes = 128 * 1024 * 1024;
const maxFacts = 10_000;

export function createTemplates(
  store: Pick<Store, 'revisions' | 'assets' | 'fonts'>,
  blobs: Blobs,
  compiler: TemplateCompiler,
  log: Logger,
): Templates {
  const sources = createDesignSources(store, blobs);
  const cache = new SingleFlightCache<ReadyTemplate>({
    maxWeight: maxPrefixBytes,
    weightOf: ({ prefix }) => prefix.size,
    keepError: (error) => isRowError(error) && !isTransient(error),
  });

  // Never stale: a revision is frozen.
  const facts = new SingleFlightCache<RevisionFacts>({ maxWeight: maxFacts, weightOf: () => 1 });

  function factsOf(tenantId: string, revisionId: string): Promise<RevisionFacts> {
    return facts.get(`${tenantId}/${revisionId}`, async () => {
      const revision = await findRevision(tenantId, revisionId);
      if (revision === null) return { isHeavy: false, images: [] };
      const { design } = revision;
      return { isHeavy: !isLightDesign(costOf(design)), images: imageVariablesOf(design) };
    });
  }

  async function findRevision(tenantId: string, revisionId: string): Promise<RevisionRecord | null> {
    const revision = await store.revisions.get(tenantId, revisionId);
    return revision && { ...revision, design: currentDesign(revision.design) };
  }

  async function compileRevision(
    revision: RevisionRecord,
    logo: string | undefined,
  ): Promise<{ compiled: CompiledDesign; prefix: PrefixRecord }> {
    const { tenantId } = revision;
    const ownFonts = await sources.fonts(tenantId, revision.design, revision.createdAt);
    const images = {
      assets: { get: (assetId: string) => sources.asset(tenantId, assetId) },
      logo: logo === undefined ? undefined : { key: logo, read: () => sources.logo(logo) },
    };
    const compiled = await compiler.compile(tenantId, revision, images, ownFonts);
    const { prefixSha256: sha256, prefix } = compiled;
    return { compiled, prefix: { key: prefixKey(tenantId, sha256), sha256, size: prefix.byteLength } };
  }

  async function make(
    tenantId: string,
    revisionId: string,
    logo: string | undefined,
  ): Promise<ReadyTemplate> {
    const started = performance.now();
    const revision = await findRevision(tenantId, revisionId);
    if (revision === null) throw new AppError('template_not_found');
    const { compiled, prefix } = await compileRevision(revision, logo);
    await storePrefix(blobs, prefix, compiled.prefix);
    await store.revisions.addPrefix(tenantId, revisionId, { ...prefix, ...(logo !== undefined && { logo }) });
    log.info(
      { revisionId, bytes: prefix.size, ms: Math.round(performance.now() - started) },
      'compiled a template',
    );
    return { compiled, prefix, templateId: revision.templateId, name: revision.name };
  }

  return {
    factsOf,
    async ready(tenantId, revisionId, logo) {
      const { images } = await factsOf(tenantId, revisionId);
      const printed = images.includes(logoVariable) ? logo : undefined;
      const key = [tenantId, revisionId, printed].join('/');
      return cache.get(key, () => make(tenantId, revisionId, printed));
    },
    async logoOf(tenantId, prefixKey) {
      const revision = await store.revisions.ofPrefix(tenantId, prefixKey);
      return revision?.prefixes.find(({ key }) => key === prefixKey)?.logo;
    },
    async restorePrefix(tenantId, key) {
      const revision = await store.revisions.ofPrefix(tenantId, key);
      if (revision === null) return false;
      const { logo } = revision.prefixes.find((prefix) => prefix.key === key) ?? {};
      try {
        const design = currentDesign(revision.design);
        const { compiled, prefix } = await compileRevision({ ...revision, design }, logo);
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
