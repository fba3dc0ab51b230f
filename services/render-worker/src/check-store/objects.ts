import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { AppError, createLogger, isAppError } from '@sello/kit';
import { createRenderThread, loadFonts, type RenderThread } from '@sello/render';
import type { CertificateRecord, PrefixRecord, Store } from '@sello/store';
import { createCertificateFiles } from '../archive/certificate-files.ts';
import type { RenderWorkerConfig } from '../config.ts';
import { isWhole } from '../issuing/prefixes.ts';
import { createPreparing } from '../issuing/preparing.ts';
import { createTemplates, type Templates } from '../issuing/templates.ts';
import type { Report } from './report.ts';

export interface ObjectsContext {
  store: Store;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  /** What prefixes are compiled again with. */
  config: Pick<RenderWorkerConfig, 'FONTS' | 'RENDER_BUDGET_MS'>;
  report: Report;
  /** Hash the bytes of every file. */
  isDeep: boolean;
}

/**
 * Compares every certificate's prefix and pack with the stored objects, pack by pack. Throws `object_store_unknown` for
 * an object store that is not this installation's, where every file would be reported missing.
 */
export async function checkObjects(context: ObjectsContext): Promise<void> {
  await requireOurs(context);
  const prefixes = prefixCheck(context);
  try {
    await checkPacks(context, prefixes.isThere);
  } finally {
    await prefixes.close();
  }
}

async function requireOurs({ objectStore }: Pick<ObjectsContext, 'objectStore'>): Promise<void> {
  if (!(await objectStore.isOurs())) throw new AppError('object_store_unknown');
}

type PrefixCheck = (certificate: CertificateRecord) => Promise<boolean>;

async function checkPacks(context: ObjectsContext, checkPrefix: PrefixCheck): Promise<void> {
  const { store, report, isDeep } = context;
  const checkPack = packCheck(context);
  for (const { _id: tenantId } of await store.tenants.listAll()) {
    for await (const certificates of store.soundness.acrossTenants.packs(tenantId)) {
      report.looked.objects++;
      const whole: CertificateRecord[] = [];
      const headless: CertificateRecord[] = [];
      for (const one of certificates) ((await checkPrefix(one)) ? whole : headless).push(one);
      await checkPack(tenantId, whole, isDeep);
      // Files without their prefix are not rebuilt: a backup may have it.
      if (!report.options.repair) await checkPack(tenantId, headless, false);
    }
  }
}

/** Returns whether the prefix of a certificate's file exists; a missing one is compiled again. */
function prefixCheck(context: ObjectsContext): { isThere: PrefixCheck; close(): Promise<void> } {
  const { store, blobs, config, report, isDeep } = context;
  const known = new Map<string, boolean>();
  let thread: RenderThread | undefined;
  let templates: Promise<Templates> | undefined;

  async function openTemplates(): Promise<Templates> {
    const log = createLogger({ service: 'check-store', level: 'silent' });
    const folder = config.FONTS;
    thread = createRenderThread({ folder, budgetMs: config.RENDER_BUDGET_MS });
    return createTemplates(store, blobs, createPreparing(await loadFonts({ folder }), thread), log);
  }

  async function restore(tenantId: string, key: string): Promise<boolean> {
    await requireOurs(context);
    templates ??= openTemplates();
    return (await templates).restorePrefix(tenantId, key);
  }

  const isThere: PrefixCheck = async (certificate) => {
    const { tenantId, prefix } = certificate;
    const before = known.get(prefix.key);
    if (before !== undefined) return before;
    report.looked.objects++;
    let isWhole = await isStored(blobs, prefix, isDeep);
    if (!isWhole) {
      const repaired = report.options.repair && (await restore(tenantId, prefix.key));
      report.options.onGap({ kind: 'prefix-missing', tenantId, key: prefix.key, repaired });
      isWhole = repaired;
    }
    known.set(prefix.key, isWhole);
    return isWhole;
  };
  return { isThere, close: async () => thread?.close() };
}

async function isStored(blobs: Blobs, prefix: PrefixRecord, isDeep: boolean): Promise<boolean> {
  const info = await blobs.head(prefix.key);
  if (info?.size !== prefix.size) return false;
  if (!isDeep) return true;
  return isWhole(blobs, prefix);
}

/** Stores which files of a pack are missing; a render-worker tries to rebuild them, as only it can sign. */
function packCheck(context: ObjectsContext) {
  const { store, blobs, report } = context;
  const files = createCertificateFiles(blobs);

  async function isFileThere(
    certificate: CertificateRecord,
    storedBytes: number,
    isDeep: boolean,
  ): Promise<boolean> {
    if (storedBytes < certificate.pack.offset + certificate.pack.length) return false;
    if (!isDeep) return true;
    try {
      await files.read(certificate);
      return true;
    } catch (error) {
      if (isAppError(error, 'object_missing')) return false;
      throw error;
    }
  }

  /** Those whose record still names the place that was checked: a worker may have rebuilt the file meanwhile. */
  async function asRead(tenantId: string, gone: readonly CertificateRecord[]): Promise<CertificateRecord[]> {
    const certIds = gone.map((one) => one._id);
    const now = new Map((await store.certificates.getMany(tenantId, certIds)).map((one) => [one._id, one]));
    return gone.filter((one) => now.get(one._id)?.pack.key === one.pack.key);
  }

  return async (
    tenantId: string,
    certificates: readonly CertificateRecord[],
    isDeep: boolean,
  ): Promise<void> => {
    const [first] = certificates;
    if (first === undefined) return;
    const { setFileState } = store.soundness.acrossTenants;
    const { repair, onGap } = report.options;
    const stored = (await blobs.head(first.pack.key))?.size ?? 0;
    const gone: CertificateRecord[] = [];
    const back: string[] = [];
    for (const one of certificates) {
      // A file marked as missing counts as back only after its bytes were checked.
      if (!(await isFileThere(one, stored, isDeep || one.fileState !== undefined))) gone.push(one);
      else if (one.fileState !== undefined) back.push(one._id);
    }
    if (repair) await setFileState(tenantId, back, null);
    if (gone.length === 0) return;
    await requireOurs(context);
    const missing: string[] = [];
    for (const one of await asRead(tenantId, gone)) {
      // A file that can never be rebuilt is reported once; a current certificate without its file stays a gap.
      if (one.fileState === 'lost' && one.state !== 'valid') {
        report.lostFiles++;
        continue;
      }
      const { _id: certId, studentId, pack } = one;
      // An earlier attempt failed: it is tried again, without a promise.
      const repaired = repair && one.fileState !== 'lost';
      onGap({ kind: 'file-missing', tenantId, certId, studentId, key: pack.key, repaired });
      missing.push(certId);
    }
    if (!repair || missing.length === 0) return;
    await setFileState(tenantId, missing, 'missing');
    report.filesToMake += missing.length;
    report.missingIn.add(tenantId);
  };
}
