import { createHash, randomBytes } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { newCertId, newId, type Store } from '@sello/store';

interface IssueContext {
  store: Store;
  blobs: Blobs;
  tenantId: string;
  revisionId: string;
  signingCertificateId: string;
}
export interface IssueOverrides {
  hash?: string;
  studentId?: string;
  signingCertificateId?: string;
}

/** Issues a certificate to a new student; its bytes are stored in two pieces, prefix and tail. */
export async function issueCertificate(
  { store, blobs, tenantId, revisionId, signingCertificateId }: IssueContext,
  holder = 'Lucía Quispe',
  overrides: IssueOverrides = {},
) {
  const [prefix, tail] = [randomBytes(40_000), randomBytes(5_000)];
  const bytes = Buffer.concat([prefix, tail]);
  const certId = newCertId();
  const prefixKey = `prefixes/${certId.toLowerCase()}`;
  const packKey = `packs/${certId.toLowerCase()}`;
  await blobs.put(prefixKey, prefix);
  await blobs.put(packKey, Buffer.concat([randomBytes(77), tail, randomBytes(99)]));
  const studentId = overrides.studentId ?? newId();
  await store.certificates.issue(tenantId, [
    {
      _id: certId,
      studentId,
      batchId: newId(),
      index: 0,
      hash: overrides.hash ?? createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      pages: 1,
      prefix: { key: prefixKey, sha256: 'b'.repeat(64), size: prefix.length },
      pack: { key: packKey, offset: 77, length: tail.length },
      printed: { holder, idNumber: '1', country: 'Peru', course: 'Farmacia hospitalaria' },
      templateId: newId(),
      revisionId,
      signingCertificateId: overrides.signingCertificateId ?? signingCertificateId,
      issuedAt: new Date('2026-11-15T03:00:00Z'),
    },
  ]);
  return { certId, studentId, bytes, holder };
}
