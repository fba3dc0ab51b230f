import { readCertificateReference } from '@sello/contracts';
import type { CertificateRecord, ErasedCertificateRecord, Store } from '@sello/store';
import { groupReads } from './grouped-reads.ts';

export interface IssuedCertificates {
  /** Finds by hash, by certificate id as printed, or by a pasted link. `null` also for a prepared certificate. */
  find(reference: string): Promise<CertificateRecord | null>;
  /** The same for what is kept of a certificate that was erased. */
  findErased(reference: string): Promise<ErasedCertificateRecord | null>;
}

export function createIssuedCertificates({
  certificates,
  erasures,
}: Pick<Store, 'certificates' | 'erasures'>): IssuedCertificates {
  const { byCertIds, byHashes } = certificates.acrossTenants;
  const byCertId = groupReads({ readMany: byCertIds, keyOf: ({ _id }) => _id });
  const byHash = groupReads({ readMany: byHashes, keyOf: ({ hash }) => hash });
  return {
    async find(given) {
      const reference = readCertificateReference(given);
      if (reference === undefined) return null;
      const record = await ('hash' in reference ? byHash(reference.hash) : byCertId(reference.certId));
      return record?.state === 'prepared' ? null : record;
    },
    async findErased(given) {
      const reference = readCertificateReference(given);
      if (reference === undefined) return null;
      const { acrossTenants } = erasures;
      return 'hash' in reference
        ? acrossTenants.byHash(reference.hash)
        : acrossTenants.byCertId(reference.certId);
    },
  };
}
