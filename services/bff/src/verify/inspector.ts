import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Blobs } from '@sello/blobs';
import type { FileFacts } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { createVerifier, type PdfVerdict } from '@sello/proof';
import type { CertificateRecord, Store } from '@sello/store';
import { fileFactsView } from '../views/file-facts.ts';
import { createAuthorities } from './authorities.ts';
import { filePartsOf } from './file-parts.ts';
import { knownSigner } from './known-signer.ts';

/** A file on disk, and the network it came from. */
export interface SentFile {
  path: string;
  /** Bytes. */
  size: number;
  client: string;
}

/** Says what can be said of a PDF's bytes, beside what the database knows of the certificate. */
export interface Inspector {
  /** Of the file as it is kept here; `undefined` when it cannot be read, or not in time. */
  kept(certificate: CertificateRecord): Promise<FileFacts | undefined>;
  /** Of a file that somebody sent. Nothing of it is kept. */
  sent(file: SentFile): Promise<{ facts: FileFacts; certificate: CertificateRecord | null }>;
}

/** How long the verdict on a kept file holds before its bytes are read again. */
const rememberMs = 10 * 60_000;
const rememberAtMost = 1_000;
/** A look-up does not wait for ever for the bytes of its file, ms. */
const patienceMs = 4_000;
/** Two, so that an honest file finds a thread beside a client that sends hostile ones without end. */
const threadsForUploads = 2;

/** Written by the renderer into the document's information, in clear. */
const marker = '/SelloCertificate(';

export function createInspector(
  store: Pick<Store, 'certificates' | 'domains' | 'signingCertificates' | 'tenants' | 'timestampAuthorities'>,
  blobs: Blobs,
  { log, trustList }: { log: Logger; trustList: readonly Uint8Array[] | undefined },
): Inspector {
  const remembered = new Map<string, { at: number; verdict: Promise<PdfVerdict> }>();
  const authorities = createAuthorities(store, trustList);
  // Apart from each other: nothing that a stranger sends stands before a look-up.
  const keptFiles = createVerifier();
  const uploads = createVerifier({ threads: threadsForUploads });

  async function checkKept(certificate: CertificateRecord): Promise<PdfVerdict> {
    const [timestampAuthorities, bytes] = await Promise.all([
      authorities(),
      buffer(blobs.concat(filePartsOf(certificate))),
    ]);
    return keptFiles.verify(bytes, { timestampAuthorities, client: certificate.tenantId });
  }

  function verdictOnKept(certificate: CertificateRecord): Promise<PdfVerdict> {
    const known = remembered.get(certificate.hash);
    if (known !== undefined && Date.now() - known.at < rememberMs) return known.verdict;
    const verdict = checkKept(certificate);
    verdict.catch(() => remembered.delete(certificate.hash));
    remembered.delete(certificate.hash);
    remembered.set(certificate.hash, { at: Date.now(), verdict });
    // A Map keeps the order of insertion: the first key is the oldest.
    if (remembered.size > rememberAtMost) remembered.delete(remembered.keys().next().value!);
    return verdict;
  }

  async function describe(verdict: PdfVerdict, certificate: CertificateRecord | null): Promise<FileFacts> {
    const [used, known] = await Promise.all([
      certificate?.signingCertificateId === undefined
        ? null
        : store.signingCertificates.get(certificate.tenantId, certificate.signingCertificateId),
      knownSigner(store, verdict.signature?.signer?.fingerprint, certificate?.tenantId),
    ]);
    return fileFactsView(verdict, certificate, used, known);
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

    async sent({ path, size, client }) {
      const timestampAuthorities = await authorities();
      const verdict = await uploads.verify({ path, size }, { timestampAuthorities, marker, client });
      const { byHash, byCertId } = store.certificates.acrossTenants;
      const certId = certIdIn(verdict.marked);
      const found = (await byHash(verdict.sha256)) ?? (certId === undefined ? null : await byCertId(certId));
      // A prepared certificate is none yet.
      const certificate = found === null || found.state === 'prepared' ? null : found;
      return { facts: await describe(verdict, certificate), certificate };
    },
  };
}

/** Which certificate a file once was, by its own words; only ever used to look it up. */
function certIdIn(marked: string | undefined): string | undefined {
  return /^([0-9A-HJKMNP-TV-Z]{26})\)/.exec(marked ?? '')?.[1];
}
