import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { AppError, createLogger, isAppError } from '@sello/kit';
import { createRenderThread, loadFonts, type RenderThread } from '@sello/render';
import type { CertificateRecord, PrefixRecord, Store } from '@sello/store';
import { createCertificateFiles } from '../archive/certificate-files.ts';
import type { RenderWorkerConfig } from '../config.ts';
import { isIntact } from '../issuing/prefixes.ts';
import { createTemplateCompiler } from '../issuing/template-compiler.ts';
import { createTemplates, type Templates } from '../issuing/templates.ts';
import type { Report } from './report.ts';

export interface ObjectsContext {
  store: Store;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  /** For recompiling prefixes. */
  config: Pick<RenderWorkerConfig, 'FONTS' | 'FONT_PACKS' | 'RENDER_BUDGET_MS'>;
  report: Report;
  /** Whether to hash the bytes of every file. */
  isDeep: boolean;
}

/**
 * Compares every certificate's prefix and pack with the stored objects, pack by pack. Throws `object_store_unknown` for
 * an object store that is not this installation's: every file would be reported missing.
 */
export async function checkObjects(context: ObjectsContext): Promise<void> {
  await requireOurs(context);
  const prefixes = prefixCheck(context);
  try {
    await checkPacks(context, prefixes.hasPrefix);
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
    for await (const certificates of store.consistency.acrossTenants.packs(tenantId)) {
      report.looked.objects++;
      const withPrefix: CertificateRecord[] = [];
      const withoutPrefix: CertificateRecord[] = [];
      for (const one of certificates) ((await checkPrefix(one)) ? withPrefix : withoutPrefix).push(one);
      await checkPack(tenantId, withPrefix, isDeep);
      // Files without their prefix are not rebuilt: a backup may have it.
      if (!report.options.repair) await checkPack(tenantId, withoutPrefix, false);
    }
  }
}

/** Returns whether the prefix of a certificate's file is stored; with `repair`, a missing one is compiled again. */
function prefixCheck(context: ObjectsContext): { hasPrefix: PrefixCheck; close(): Promise<void> } {
  const { store, blobs, config, report, isDeep } = context;
  const known = new Map<string, boolean>();
  let thread: RenderThread | undefined;
  let templates: Promise<Templates> | undefined;

  async function openTemplates(): Promise<Templates> {
    const log = createLogger({ service: 'check-store', level: 'silent' });
    const from = { folder: config.FONTS, packs: config.FONT_PACKS };
    thread = createRenderThread({ ...from, budgetMs: config.RENDER_BUDGET_MS });
    return createTemplates(store, blobs, createTemplateCompiler(await loadFonts(from), thread), log);
  }

  async function restore(tenantId: string, key: string): Promise<boolean> {
    await requireOurs(context);
    templates ??= openTemplates();
    return (await templates).restorePrefix(tenantId, key);
  }

  const hasPrefix: PrefixCheck = async (certificate) => {
    const { tenantId, prefix } = certificate;
    const cached = known.get(prefix.key);
    if (cached !== undefined) return cached;
    report.looked.objects++;
    let isFound = await isStored(blobs, prefix, isDeep);
    if (!isFound) {
      const repaired = report.options.repair && (await restore(tenantId, prefix.key));
      report.options.onGap({ kind: 'prefix-missing', tenantId, key: prefix.key, repaired });
      isFound = repaired;
    }
    known.set(prefix.key, isFound);
    return isFound;
  };
  return { hasPrefix, close: async () => thread?.close() };
}

async function isStored(blobs: Blobs, prefix: PrefixRecord, isDeep: boolean): Promise<boolean> {
  const info = await blobs.head(prefix.key);
  if (info?.size !== prefix.size) return false;
  if (!isDeep) return true;
  return isIntact(blobs, prefix);
}

/** Marks missing files of a pack in the database; a render-worker rebuilds them, because only it can sign. */
function packCheck(context: ObjectsContext) {
  const { store, blobs, report } = context;
  const files = createCertificateFiles(blobs, store.certificates);

  async function isFileStored(
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
      if (isAppError(error, 'object_missing') || isAppError(error, 'issued_not_found')) return false;
      throw error;
    }
  }

  /** Without those that were moved to another pack since they were read: a worker may have rebuilt the file. */
  async function withSamePack(
    tenantId: string,
    gone: readonly CertificateRecord[],
  ): Promise<CertificateRecord[]> {
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
    const { setFileState } = store.consistency.acrossTenants;
    const { repair, onGap } = report.options;
    const stored = (await blobs.head(first.pack.key))?.size ?? 0;
    const gone: CertificateRecord[] = [];
    const recovered: string[] = [];
    for (const one of certificates) {
      // A file marked as missing is unmarked only after its bytes were hashed.
      if (!(await isFileStored(one, stored, isDeep || one.fileState !== undefined))) gone.push(one);
      else if (one.fileState !== undefined) recovered.push(one._id);
    }
    if (repair) await setFileState(tenantId, recovered, null);
    if (gone.length === 0) return;
    await requireOurs(context);
    const missing: string[] = [];
    for (const one of await withSamePack(tenantId, gone)) {
      // A lost file of a replaced or revoked certificate is only counted; of a current certificate it stays a gap.
      if (one.fileState === 'lost' && one.state !== 'valid') {
        report.lostFiles++;
        continue;
      }
      const { _id: certId, studentId, pack } = one;
      // An earlier rebuild of a lost file failed: it is retried, but not reported as repaired.
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
