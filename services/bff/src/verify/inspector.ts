import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Blobs } from '@sello/blobs';
import type { FileFacts } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { type PdfVerdict, verifyPdf } from '@sello/proof';
import type { CertificateRecord, Store } from '@sello/store';
import { fileFactsView } from '../views/file-facts.ts';
import { filePartsOf } from './file-parts.ts';

/** Says what can be said of a PDF's bytes, beside what the database knows of the certificate. */
export interface Inspector {
  /** Of the file as it is kept here; `undefined` when it cannot be read, or not in time. */
  kept(certificate: CertificateRecord): Promise<FileFacts | undefined>;
  /** Of bytes that somebody sent. Nothing of them is kept. */
  sent(bytes: Uint8Array): Promise<{ facts: FileFacts; certificate: CertificateRecord | null }>;
}

/** How long the verdict on a kept file holds before its bytes are read again. */
const rememberMs = 10 * 60_000;
const rememberAtMost = 1_000;
/** Files are checked one at a time: a look-up does not wait long behind a hostile one, ms. */
const patienceMs = 4_000;

/** Written by the renderer into the document's information, in clear. */
const mark = '/SelloCertificate(';

export function createInspector(
  store: Pick<Store, 'certificates' | 'signingCertificates'>,
  blobs: Blobs,
  log: Logger,
): Inspector {
  const remembered = new Map<string, { at: number; verdict: Promise<PdfVerdict> }>();

  function verdictOnKept(certificate: CertificateRecord): Promise<PdfVerdict> {
    const known = remembered.get(certificate.hash);
    if (known !== undefined && Date.now() - known.at < rememberMs) return known.verdict;
    const verdict = buffer(blobs.concat(filePartsOf(certificate))).then((bytes) => verifyPdf(bytes));
    verdict.catch(() => remembered.delete(certificate.hash));
    remembered.delete(certificate.hash);
    remembered.set(certificate.hash, { at: Date.now(), verdict });
    // A Map keeps the order of insertion: the first key is the oldest.
    if (remembered.size > rememberAtMost) remembered.delete(remembered.keys().next().value!);
    return verdict;
  }

  async function describe(verdict: PdfVerdict, certificate: CertificateRecord | null): Promise<FileFacts> {
    const used =
      certificate?.signingCertificateId === undefined
        ? null
        : await store.signingCertificates.get(certificate.tenantId, certificate.signingCertificateId);
    return fileFactsView(verdict, certificate, used);
  }

  return {
    async kept(certificate) {
      try {
        const verdict = await Promise.race([
          verdictOnKept(certificate),
          sleep(patienceMs, undefined, { ref: false }),
        ]);
        return verdict === undefined ? undefined : await describe(verdict, certificate);
      } catch (error) {
        log.error({ err: error, certId: certificate._id }, 'a kept file cannot be checked');
        return undefined;
      }
    },

    async sent(bytes) {
      const verdict = await verifyPdf(bytes);
      const { byHash, byCertId } = store.certificates.acrossTenants;
      const certId = certIdIn(bytes);
      const found = (await byHash(verdict.sha256)) ?? (certId === undefined ? null : await byCertId(certId));
      // A prepared certificate is none yet.
      const certificate = found === null || found.state === 'prepared' ? null : found;
      return { facts: await describe(verdict, certificate), certificate };
    },
  };
}

/** Which certificate a file once was, by its own words; only ever used to look it up. */
export function certIdIn(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.lastIndexOf(mark);
  if (at === -1) return undefined;
  const text = file.toString('latin1', at + mark.length, at + mark.length + 27);
  return /^([0-9A-HJKMNP-TV-Z]{26})\)$/.exec(text)?.[1];
}
