import { type RowError, readCertificateReference } from '@sello/contracts';
import { type CertificateRecord, rowErrorOf, type Store } from '@sello/store';

/** A request's reference to a certificate: by its URL, or by its student's id. */
export interface Named {
  _id?: string | null | undefined;
  certificateUrl?: string | null | undefined;
}
export type Found = { certificate: CertificateRecord } | { error: RowError };

/**
 * Finds the valid certificates of these references, in the order given. URLs are parsed, never fetched, and only the
 * tenant's own certificates are found. A replaced certificate resolves to the student's current one; a revoked one is its
 * row's error.
 */
export async function findIssued(
  store: Pick<Store, 'certificates'>,
  tenantId: string,
  named: readonly Named[],
): Promise<Found[]> {
  const references = named.map(({ certificateUrl }) => {
    const reference = certificateUrl ? readCertificateReference(certificateUrl) : undefined;
    return reference !== undefined && 'certId' in reference ? reference.certId : undefined;
  });
  const records = await store.certificates.getMany(tenantId, [
    ...new Set(references.filter((certId) => certId !== undefined)),
  ]);
  const byId = new Map(records.map((record) => [record._id, record]));

  const studentIds = named.map(({ _id }, index) => {
    const certId = references[index];
    const record = certId === undefined ? undefined : byId.get(certId);
    if (record !== undefined) return record.state === 'replaced' ? record.studentId : undefined;
    return named[index]?.certificateUrl ? undefined : (_id ?? undefined);
  });
  const current = await store.certificates.validOf(tenantId, [
    ...new Set(studentIds.filter((id) => id !== undefined)),
  ]);

  return named.map((_, index) => {
    const certId = references[index];
    const studentId = studentIds[index];
    const record = studentId === undefined ? byId.get(certId ?? '') : current.get(studentId);
    if (record?.state === 'valid') return { certificate: record };
    return { error: rowErrorOf(record?.state === 'revoked' ? 'issued_revoked' : 'issued_not_found') };
  });
}
