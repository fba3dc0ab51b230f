import type { Blobs } from '@sello/blobs';
import type { FileFacts } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { createVerifier, fileCheckOf } from '@sello/proof';
import type { CertificateRecord, ErasedCertificateRecord, Store } from '@sello/store';
import { type CheckedFile, fileFactsView } from '../views/file-facts.ts';
import { createAuthorities } from './authorities.ts';
import { ofTenant } from './issued.ts';
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
   * organization. The file is not stored.
   */
  checkUploaded(
    file: FileToCheck,
    only?: string,
  ): Promise<{
    facts: FileFacts;
    certificate: CertificateRecord | null;
    /** What is kept of the certificate, if it was erased. */
    erased: ErasedCertificateRecord | null;
    issuer: Issuer | null;
  }>;
}

/** More than one, so that one client's hostile files do not occupy every thread. */
const threadsForUploads = 2;

/** Written by the renderer into the PDF's document information dictionary, uncompressed. */
const marker = '/SelloCertificate(';

export function createInspector(
  store: Pick<
    Store,
    'certificates' | 'domains' | 'erasures' | 'signingCertificates' | 'tenants' | 'timestampAuthorities'
  >,
  blobs: Blobs,
  issuers: Issuers,
  { log, trustList }: { log: Logger; trustList: readonly Uint8Array[] | undefined },
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

  async function findErased(
    sha256: string,
    certId: string | undefined,
  ): Promise<ErasedCertificateRecord | null> {
    const { byHash, byCertId } = store.erasures.acrossTenants;
    return (await byHash(sha256)) ?? (certId === undefined ? null : byCertId(certId));
  }

  return {
    async checkStored(certificate, issuer) {
      const checked = await storedFiles.check(certificate);
      return checked && describe(checked, certificate, issuer);
    },

    async checkUploaded({ path, size, client }, only) {
      const at = new Date();
      const { list, name } = await authorities();
      const verdict = await uploads.verify({ path, size }, { timestampAuthorities: list, marker, client });
      const { byHash, byCertId } = store.certificates.acrossTenants;
      const certId = certIdIn(verdict.marked);
      const found = (await byHash(verdict.sha256)) ?? (certId === undefined ? null : await byCertId(certId));
      // A prepared certificate is not issued yet.
      const certificate = found === null || found.state === 'prepared' ? null : ofTenant(found, only);
      const erased = certificate === null ? ofTenant(await findErased(verdict.sha256, certId), only) : null;
      const known = certificate ?? erased;
      const issuer = known && (await issuers.of(known));
      const checked = { sha256: verdict.sha256, size, ...fileCheckOf(verdict, { at, trustList: name }) };
      return { facts: await describe(checked, known, issuer), certificate, erased, issuer };
    },
  };
}

/** The certificate id inside a file; only used to look it up. */
function certIdIn(marked: string | undefined): string | undefined {
  return /^([0-9A-HJKMNP-TV-Z]{26})\)/.exec(marked ?? '')?.[1];
}
