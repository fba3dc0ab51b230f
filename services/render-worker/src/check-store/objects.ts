import type { Blobs } from '@sello/blobs';
import { createLogger, isAppError } from '@sello/kit';
import { loadFonts } from '@sello/render';
import type { CertificateRecord, PrefixRecord, Store } from '@sello/store';
import { createCertificateFiles } from '../archive/certificate-files.ts';
import { isWhole } from '../issuing/prefixes.ts';
import { createTemplates, type Templates } from '../issuing/templates.ts';
import type { Report } from './report.ts';

export interface ObjectsContext {
  store: Store;
  blobs: Blobs;
  /** FONTS: prefixes are compiled again with them. */
  fonts: string | undefined;
  report: Report;
  /** Hash the bytes of every file. */
  isDeep: boolean;
}

/** Holds every certificate's prefix and pack against what is stored, pack by pack. */
export async function checkObjects(context: ObjectsContext): Promise<void> {
  const { store, report, isDeep } = context;
  const checkPrefix = prefixCheck(context);
  const checkPack = packCheck(context);
  for (const { _id: tenantId } of await store.tenants.listAll()) {
    for await (const certificates of store.soundness.acrossTenants.packs(tenantId)) {
      report.looked.objects++;
      const whole: CertificateRecord[] = [];
      const headless: CertificateRecord[] = [];
      for (const one of certificates) ((await checkPrefix(one)) ? whole : headless).push(one);
      await checkPack(tenantId, whole, isDeep);
      // Files that lack their beginning are not made again: a backup may have it.
      if (!report.options.repair) await checkPack(tenantId, headless, false);
    }
  }
}

/** Answers whether the beginning of a certificate's file is there; one that is not is compiled again. */
function prefixCheck({ store, blobs, fonts, report, isDeep }: ObjectsContext) {
  const known = new Map<string, boolean>();
  let templates: Promise<Templates> | undefined;

  async function restore(tenantId: string, key: string): Promise<boolean> {
    const log = createLogger({ service: 'check-store', level: 'silent' });
    templates ??= loadFonts({ folder: fonts }).then((library) => createTemplates(store, blobs, library, log));
    return (await templates).restorePrefix(tenantId, key);
  }

  return async (certificate: CertificateRecord): Promise<boolean> => {
    const { tenantId, prefix } = certificate;
    const before = known.get(prefix.key);
    if (before !== undefined) return before;
    report.looked.objects++;
    let isThere = await isStored(blobs, prefix, isDeep);
    if (!isThere) {
      const repaired = report.options.repair && (await restore(tenantId, prefix.key));
      report.options.onGap({ kind: 'prefix-missing', tenantId, key: prefix.key, repaired });
      isThere = repaired;
    }
    known.set(prefix.key, isThere);
    return isThere;
  };
}

async function isStored(blobs: Blobs, prefix: PrefixRecord, isDeep: boolean): Promise<boolean> {
  const info = await blobs.head(prefix.key);
  if (info?.size !== prefix.size) return false;
  if (!isDeep) return true;
  return isWhole(blobs, prefix);
}

/** Notes the files of a pack that are not there; a render-worker tries to make them again, as only it can sign. */
function packCheck({ store, blobs, report }: ObjectsContext) {
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
    const missing: string[] = [];
    for (const one of certificates) {
      if (await isFileThere(one, stored, isDeep)) continue;
      // What can never be made again is told once; a current certificate without its file stays a gap.
      if (one.fileState === 'lost' && one.state !== 'valid') {
        report.lostFiles++;
        continue;
      }
      const { _id: certId, studentId, pack } = one;
      // Tried before in vain: it is tried again, but nothing says that it will be better this time.
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
