import type { Blobs } from '@sello/blobs';
import type { FileFacts, NamedNumbers } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { createVerifier, fileCheckOf } from '@sello/proof';
import type { NumberReader } from '@sello/render';
import type { CertificateRecord, ErasedCertificateRecord, Store } from '@sello/store';
import { type CheckedFile, fileFactsView } from '../views/file-facts.ts';
import { createAuthorities } from './authorities.ts';
import type { IssuedCertificates } from './issued.ts';
import type { Issuer, Issuers } from './issuers.ts';
import { knownSigner } from './known-signer.ts';
import { createStoredFiles } from './stored-files.ts';

/** An uploaded file on disk, and the client network that sent it. */
export interface FileToCheck {
  path: string;
  /** Bytes. */
  size: number;
  client: string;
}

/** Verifies a PDF's bytes and compares them with the records of the certificate. */
export interface Inspector {
  /** Facts about the stored file of a certificate; `undefined` when it cannot be read or the read times out. */
  checkStored(certificate: CertificateRecord, issuer: Issuer): Promise<FileFacts | undefined>;
  /**
   * Facts about an uploaded file, with its certificate and issuer if it is one of ours, with `only` one of this
   * organization. The file is not stored. One with other bytes is looked up by the numbers that it names.
   */
  checkUploaded(
    file: FileToCheck,
    only?: string,
  ): Promise<Found & { facts: FileFacts; issuer: Issuer | null }>;
}

interface InspectorOptions {
  log: Logger;
  issued: Pick<IssuedCertificates, 'find' | 'findErased'>;
  numbers: NumberReader;
  trustList: readonly Uint8Array[] | undefined;
}

interface Found {
  certificate: CertificateRecord | null;
  /** What is kept of the certificate, if it was erased. */
  erased: ErasedCertificateRecord | null;
}

/** More than one, so that one client's hostile files do not occupy every thread. */
const threadsForUploads = 2;

export function createInspector(
  store: Pick<Store, 'certificates' | 'domains' | 'signingCertificates' | 'tenants' | 'timestampAuthorities'>,
  blobs: Blobs,
  issuers: Issuers,
  { log, issued, numbers, trustList }: InspectorOptions,
): Inspector {
  const authorities = createAuthorities(store, trustList);
  // Separate thread pools, so that uploaded files never delay a look-up.
  const storedFiles = createStoredFiles(store, blobs, authorities, log);
  const uploads = createVerifier({ threads: threadsForUploads });

  async function describe(
    checked: CheckedFile,
    certificate: Pick<CertificateRecord, 'hash'> | null,
    issuer: Issuer | null,
  ): Promise<FileFacts> {
    const known = await knownSigner(store, checked.signature?.signer?.fingerprint, issuer);
    return fileFactsView(checked, certificate, issuer?.signing ?? null, known);
  }

  /** What is known of a file with this hash, or of the certificate with this number. */
  async function find(reference: string, only: string | undefined): Promise<Found> {
    const certificate = await issued.find(reference, only);
    return { certificate, erased: certificate ? null : await issued.findErased(reference, only) };
  }

  /** The certificates that a file names which is not an issued one, and what is known of the first. */
  async function findNamed(
    { path, client }: FileToCheck,
    only: string | undefined,
  ): Promise<{ numbers: NamedNumbers; first: Found }> {
    const numbersIn = await numbers.read(client, path);
    const nothing: Found = { certificate: null, erased: null };
    if (numbersIn.read !== 'done') return { numbers: { read: numbersIn.read, found: [] }, first: nothing };
    const all = await Promise.all(numbersIn.named.map((certId) => find(certId, only)));
    const known = all.filter(({ certificate, erased }) => certificate ?? erased);
    const found = known.map(({ certificate, erased }) => (certificate ?? erased)!._id);
    return { numbers: { read: 'done', found }, first: known[0] ?? nothing };
  }

  return {
    async checkStored(certificate, issuer) {
      const checked = await storedFiles.check(certificate);
      return checked && describe(checked, certificate, issuer);
    },

    async checkUploaded(file, only) {
      const { path, size, client } = file;
      const at = new Date();
      const { list, name } = await authorities();
      const verdict = await uploads.verify({ path, size }, { timestampAuthorities: list, client });
      const exact = await find(verdict.sha256, only);
      const isIssued = exact.certificate !== null || exact.erased !== null;
      const named = isIssued ? undefined : await findNamed(file, only);
      const { certificate, erased } = named?.first ?? exact;
      const known = certificate ?? erased;
      const issuer = known && (await issuers.of(known));
      const checked = { sha256: verdict.sha256, size, ...fileCheckOf(verdict, { at, trustList: name }) };
      const facts = await describe(checked, known, issuer);
      return {
        facts: named ? { ...facts, numbers: named.numbers } : facts,
        ...{ certificate, erased, issuer },
      };
    },
  };
}
