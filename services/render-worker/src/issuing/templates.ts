import type { Blobs } from '@sello/blobs';
import type { Artwork } from '@sello/contracts';
import {
  currentDesign,
  hasSealPaint,
  imageVariablesOf,
  inSealColor,
  printedContents,
  type RowValues,
  rowValuesOf,
  variablesIn,
} from '@sello/design';
import { AppError, isAppError, isRowError, type Logger } from '@sello/kit';
import { costOf, isLightDesign } from '@sello/render';
import type { PrefixRecord, RevisionRecord, Store } from '@sello/store';
import { prefixKey } from '../object-keys.ts';
import { SingleFlightCache } from '../single-flight.ts';
import { printedArtwork } from './artwork.ts';
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
  /** The organization's own columns that it prints. */
  ownColumns: readonly string[];
  /** It prints the organization's seal colour. */
  hasSealPaint: boolean;
  /** What a row prints in place of the batch's values. */
  rowValues: RowValues;
  /** Of the day of issue; absent = that of the organization. */
  timeZone?: string | undefined;
}

export interface Templates {
  /** What the design alone says of the revision, without compiling it. Throws faults. */
  factsOf(tenantId: string, revisionId: string): Promise<RevisionFacts>;
  /**
   * Compiles once per process, and once for each logo, seal colour and pair of signatures that the design prints. Throws a
   * row error, which applies to every row of the revision with this artwork, or a fault.
   */
  ready(tenantId: string, revisionId: string, artwork?: Artwork): Promise<ReadyTemplate>;
  /** What a stored prefix of the revision was compiled with. */
  artworkOf(tenantId: string, prefixKey: string): Promise<Artwork>;
  /**
   * Restores a prefix that is missing or damaged in the object store: recompiles its revision (caches are not trusted)
   * with the artwork of that time and, if the bytes match the hash in the key, stores them, reads them back and hashes them. Needs only the prefix's
   * key, so that the scrub and the repair of certificates can call it. Returns false when no revision refers to the key,
   * or when it compiles to other bytes today (a font or an image has changed): then only a backup has it. Throws faults:
   * database or object store unavailable.
   */
  restorePrefix(tenantId: string, key: string): Promise<boolean>;
}

const maxPrefixBytes = 128 * 1024 * 1024;
const maxFacts = 10_000;
const ownColumn = 'custom.';

/** Of a row without a revision, which fails. */
export const noFacts: RevisionFacts = {
  isHeavy: false,
  images: [],
  ownColumns: [],
  hasSealPaint: false,
  rowValues: { own: () => ({}), course: () => '' },
};

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
      if (revision === null) return noFacts;
      const { design } = revision;
      const variables = new Set([...printedContents(design)].flatMap(variablesIn));
      return {
        isHeavy: !isLightDesign(costOf(design)),
        images: imageVariablesOf(design),
        ownColumns: [...variables].flatMap((name) =>
          name.startsWith(ownColumn) ? name.slice(ownColumn.length) : [],
        ),
        hasSealPaint: hasSealPaint(design),
        rowValues: rowValuesOf(design),
        timeZone: design.timeZone,
      };
    });
  }

  async function findRevision(tenantId: string, revisionId: string): Promise<RevisionRecord | null> {
    const revision = await store.revisions.get(tenantId, revisionId);
    return revision && { ...revision, design: currentDesign(revision.design) };
  }

  async function compileRevision(
    { tenantId, _id, design, createdAt }: RevisionRecord,
    artwork: Artwork,
  ): Promise<{ compiled: CompiledDesign; prefix: PrefixRecord }> {
    const ownFonts = await sources.fonts(tenantId, design, createdAt);
    const images = {
      assets: { get: (assetId: string) => sources.asset(tenantId, assetId) },
      organization: () => sources.organization(artwork),
    };
    // Another design for the render thread, which keeps them by their ids.
    const revision = {
      _id: [_id, ...Object.entries(artwork).map(([name, value]) => `${name}=${value}`)].join('/'),
      design: inSealColor(design, artwork.sealColor),
    };
    const compiled = await compiler.compile(tenantId, revision, images, ownFonts);
    const { prefixSha256: sha256, prefix } = compiled;
    return { compiled, prefix: { key: prefixKey(tenantId, sha256), sha256, size: prefix.byteLength } };
  }

  async function make(tenantId: string, revisionId: string, artwork: Artwork): Promise<ReadyTemplate> {
    const started = performance.now();
    const revision = await findRevision(tenantId, revisionId);
    if (revision === null) throw new AppError('template_not_found');
    const { compiled, prefix } = await compileRevision(revision, artwork);
    await storePrefix(blobs, prefix, compiled.prefix);
    await store.revisions.addPrefix(tenantId, revisionId, { ...prefix, ...artwork });
    log.info(
      { revisionId, bytes: prefix.size, ms: Math.round(performance.now() - started) },
      'compiled a template',
    );
    return { compiled, prefix, templateId: revision.templateId, name: revision.name };
  }

  return {
    factsOf,
    async ready(tenantId, revisionId, artwork = {}) {
      const printed = printedArtwork(artwork, await factsOf(tenantId, revisionId));
      const key = [tenantId, revisionId, JSON.stringify(printed)].join('/');
      return cache.get(key, () => make(tenantId, revisionId, printed));
    },
    async artworkOf(tenantId, prefixKey) {
      return artworkOfPrefix(await store.revisions.ofPrefix(tenantId, prefixKey), prefixKey);
    },
    async restorePrefix(tenantId, key) {
      const revision = await store.revisions.ofPrefix(tenantId, key);
      if (revision === null) return false;
      const artwork = artworkOfPrefix(revision, key);
      try {
        const design = currentDesign(revision.design);
        const { compiled, prefix } = await compileRevision({ ...revision, design }, artwork);
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

function artworkOfPrefix(revision: RevisionRecord | null, prefixKey: string): Artwork {
  const found = revision?.prefixes.find(({ key }) => key === prefixKey);
  if (found === undefined) return {};
  const { key: _, sha256: _hash, size: _size, ...artwork } = found;
  return artwork;
}

/** Errors of a frozen revision are permanent, except that an image may be uploaded again and a font pack may arrive. */
function isTransient(error: unknown): boolean {
  if (!isAppError(error)) return false;
  return (
    error.code === 'image_unreadable' || (error.code === 'glyph_missing' && error.details?.pack !== undefined)
  );
}
