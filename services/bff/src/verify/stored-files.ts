import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobPart, Blobs } from '@sello/blobs';
import { type FileCheck, serviceLimits } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import { createVerifier, fileCheckOf, type PdfVerdict } from '@sello/proof';
import { type CertificateRecord, type Store, withCurrentPack } from '@sello/store';
import { LRUCache } from 'lru-cache';
import type { CheckedFile } from '../views/file-facts.ts';
import type { KnownAuthorities } from './authorities.ts';

export interface StoredFiles {
  /**
   * The stored result of the last check of a certificate's file, or of a check now if there is none that is valid.
   * `undefined` when the file cannot be read, or not within 4 s.
   */
  check(certificate: CertificateRecord): Promise<CheckedFile | undefined>;
}

const maxEntries = 1_000;

/**
 * The render-workers scrub stored files and store the result with the certificate. A file without a result, or whose
 * timestamp was validated with another trust list, is read and checked here, and its result is stored in the same way.
 */
export function createStoredFiles(
  { certificates }: Pick<Store, 'certificates'>,
  blobs: Blobs,
  authorities: () => Promise<KnownAuthorities>,
  log: Logger,
): StoredFiles {
  const checks = new LRUCache<string, Promise<CheckedFile>>({
    max: maxEntries,
    ttl: times.damagedFileKeptMs,
  });
  const verifier = createVerifier();

  async function checkNow(certificate: CertificateRecord): Promise<CheckedFile> {
    const at = new Date();
    const { list, name } = await authorities();
    const { current, bytes } = await withCurrentPack(certificates, certificate, async (current) => ({
      current,
      bytes: await buffer(blobs.concat(filePartsOf(current))),
    }));
    const verdict = await verifier.verify(bytes, {
      timestampAuthorities: list,
      client: certificate.tenantId,
    });
    const check = fileCheckOf(verdict, { at, trustList: name });
    await storeResult(current, verdict, check);
    return { sha256: verdict.sha256, size: verdict.size, ...check };
  }

  async function storeResult(
    certificate: CertificateRecord,
    { sha256 }: PdfVerdict,
    check: FileCheck,
  ): Promise<void> {
    const isIssued = sha256 === certificate.hash;
    if (!isIssued) log.error({ certId: certificate._id }, 'a stored file does not match the issued hash');
    const { fileCheck, fileState } = certificate;
    if (fileState !== undefined || (!isIssued && fileCheck === undefined)) return;
    // A damaged file loses its result and becomes due for the scrub at once.
    const dueAt = isIssued ? new Date(check.at.getTime() + serviceLimits.fileCheckMs) : check.at;
    const checked = { certificate, check: isIssued ? check : null, dueAt };
    await certificates.acrossTenants.keepFileChecks([checked]).catch((error: unknown) => {
      log.warn({ err: error, certId: certificate._id }, 'the result of a file check could not be stored');
    });
  }

  /** Concurrent look-ups of one file share one check. The result of an intact file is stored, so it is not cached here. */
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

  async function isCurrent({ signature }: FileCheck): Promise<boolean> {
    const { timestamp } = signature ?? {};
    return timestamp === undefined || timestamp.trustList === (await authorities()).name;
  }

  return {
    async check(certificate) {
      const { fileCheck, fileState, hash: sha256, size } = certificate;
      try {
        if (fileCheck && fileState === undefined && (await isCurrent(fileCheck))) {
          return { sha256, size, ...fileCheck };
        }
        return await Promise.race([
          checkOnce(certificate),
          sleep(times.fileCheckMs, undefined, { ref: false }),
        ]);
      } catch (error) {
        log.error({ err: error, certId: certificate._id }, 'a stored file could not be checked');
        return undefined;
      }
    },
  };
}

/** The two parts of an issued file: its template's prefix and its own tail. */
export function filePartsOf({ prefix, pack }: Pick<CertificateRecord, 'prefix' | 'pack'>): BlobPart[] {
  return [
    { key: prefix.key, offset: 0, length: prefix.size },
    { key: pack.key, offset: pack.offset, length: pack.length },
  ];
}
