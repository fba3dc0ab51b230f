import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobPart, Blobs } from '@sello/blobs';
import { type FileCheck, limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { createVerifier, fileCheckOf, type PdfVerdict } from '@sello/proof';
import type { CertificateRecord, Store } from '@sello/store';
import { LRUCache } from 'lru-cache';
import type { CheckedFile } from '../views/file-facts.ts';
import type { KnownAuthorities } from './authorities.ts';

export interface StoredFiles {
  /**
   * What the last check of a certificate's file found; the file is checked now when there was none that counts.
   * `undefined` when it cannot be read, or not in time.
   */
  check(certificate: CertificateRecord): Promise<CheckedFile | undefined>;
}

/** How long it is remembered that a file is not what was issued, ms: nothing of that is kept with the certificate. */
const rememberMs = 30_000;
const rememberAtMost = 1_000;
/** A look-up does not wait for ever for the bytes of its file, ms. */
const patienceMs = 4_000;

/**
 * The workers check files in turns and keep with the certificate what they found. One that they have not come to, or
 * that carries a timestamp validated by another list of authorities, is read and checked here, and kept the same way.
 */
export function createStoredFiles(
  { certificates }: Pick<Store, 'certificates'>,
  blobs: Blobs,
  authorities: () => Promise<KnownAuthorities>,
  log: Logger,
): StoredFiles {
  const checks = new LRUCache<string, Promise<CheckedFile>>({ max: rememberAtMost, ttl: rememberMs });
  const verifier = createVerifier();

  async function checkNow(certificate: CertificateRecord): Promise<CheckedFile> {
    const at = new Date();
    const { list, name } = await authorities();
    const bytes = await buffer(blobs.concat(filePartsOf(certificate)));
    const verdict = await verifier.verify(bytes, {
      timestampAuthorities: list,
      client: certificate.tenantId,
    });
    const check = fileCheckOf(verdict, { at, trustList: name });
    await keep(certificate, verdict, check);
    return { sha256: verdict.sha256, size: verdict.size, ...check };
  }

  async function keep(
    certificate: CertificateRecord,
    { sha256 }: PdfVerdict,
    check: FileCheck,
  ): Promise<void> {
    const isIssued = sha256 === certificate.hash;
    if (!isIssued) log.error({ certId: certificate._id }, 'a kept file is not what was issued');
    const { fileCheck, fileState } = certificate;
    if (fileState !== undefined || (!isIssued && fileCheck === undefined)) return;
    // One that was changed since its last check is looked at by the workers at once.
    const dueAt = isIssued ? new Date(check.at.getTime() + limits.fileCheckMs) : check.at;
    const checked = { certificate, check: isIssued ? check : null, dueAt };
    await certificates.acrossTenants.keepFileChecks([checked]).catch((error: unknown) => {
      log.warn({ err: error, certId: certificate._id }, 'what a check found could not be kept');
    });
  }

  /** Several who ask for one file at once wait for one check; a file that is as issued is remembered by its certificate. */
  function checkOnce(certificate: CertificateRecord): Promise<CheckedFile> {
    const key = certificate._id;
    const known = checks.get(key);
    if (known !== undefined) return known;
    const checked = checkNow(certificate);
    const forget = () => {
      if (checks.peek(key) === checked) checks.delete(key);
    };
    checked.then(({ sha256 }) => sha256 === certificate.hash && forget(), forget);
    checks.set(key, checked);
    return checked;
  }

  async function counts({ signature }: FileCheck): Promise<boolean> {
    const { timestamp } = signature ?? {};
    return timestamp === undefined || timestamp.trustList === (await authorities()).name;
  }

  return {
    async check(certificate) {
      const { fileCheck, fileState, hash: sha256, size } = certificate;
      try {
        if (fileCheck && fileState === undefined && (await counts(fileCheck))) {
          return { sha256, size, ...fileCheck };
        }
        return await Promise.race([checkOnce(certificate), sleep(patienceMs, undefined, { ref: false })]);
      } catch (error) {
        log.error({ err: error, certId: certificate._id }, 'a kept file cannot be checked');
        return undefined;
      }
    },
  };
}

/** The pieces that make up an issued file: its template's prefix and its own tail. */
export function filePartsOf({ prefix, pack }: Pick<CertificateRecord, 'prefix' | 'pack'>): BlobPart[] {
  return [
    { key: prefix.key, offset: 0, length: prefix.size },
    { key: pack.key, offset: pack.offset, length: pack.length },
  ];
}
