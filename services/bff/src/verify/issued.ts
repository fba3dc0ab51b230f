import { readCertificateReference } from '@sello/contracts';
import type { CertificateRecord, ErasedCertificateRecord, Store } from '@sello/store';
import { groupReads } from './grouped-reads.ts';

export interface IssuedCertificates {
  /**
   * Finds by hash, by certificate id as printed, or by a pasted link. `null` also for a prepared certificate, and with
   * `only` for one of another organization.
   */
  find(reference: string, only?: string): Promise<CertificateRecord | null>;
  /** The same for what is kept of a certificate that was erased. */
  findErased(reference: string, only?: string): Promise<ErasedCertificateRecord | null>;
  /** The id of the certificate that this one replaced, if any. */
  predecessorOf(certificate: CertificateRecord): Promise<string | undefined>;
}

export function createIssuedCertificates({
  certificates,
  erasures,
}: Pick<Store, 'certificates' | 'erasures'>): IssuedCertificates {
  const { byCertIds, byHashes } = certificates.acrossTenants;
  const byCertId = groupReads({ readMany: byCertIds, keyOf: ({ _id }) => _id });
  const byHash = groupReads({ readMany: byHashes, keyOf: ({ hash }) => hash });
  const replacedBy = groupReads({
    readMany: (keys) =>
      certificates.acrossTenants.replacedBy(
        keys.map((key) => {
          const [_id = '', tenantId = '', studentId = ''] = key.split('/');
          return { _id, tenantId, studentId };
        }),
      ),
    keyOf: ({ tenantId, studentId, replacedBy: newer }) => keyOf({ _id: newer ?? '', tenantId, studentId }),
  });
  return {
    predecessorOf: async (certificate) => (await replacedBy(keyOf(certificate)))?._id,
    async find(given, only) {
      const reference = readCertificateReference(given);
      if (reference === undefined) return null;
      const record = await ('hash' in reference ? byHash(reference.hash) : byCertId(reference.certId));
      return record?.state === 'prepared' ? null : ofTenant(record, only);
    },
    async findErased(given, only) {
      const reference = readCertificateReference(given);
      if (reference === undefined) return null;
      const { acrossTenants } = erasures;
      const record = await ('hash' in reference
        ? acrossTenants.byHash(reference.hash)
        : acrossTenants.byCertId(reference.certId));
      return ofTenant(record, only);
    },
  };
}

/** The record, unless it is of another organization than the only one that is shown. */
export function ofTenant<Of extends { tenantId: string }>(
  record: Of | null,
  only: string | undefined,
): Of | null {
  return record !== null && only !== undefined && record.tenantId !== only ? null : record;
}

const keyOf = ({ _id, tenantId, studentId }: Pick<CertificateRecord, '_id' | 'tenantId' | 'studentId'>) =>
  `${_id}/${tenantId}/${studentId}`;
