import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { historyLineView } from '../../views/history-line.ts';
import { mayRevoke } from './revoke.ts';

/** The names in it are those that were printed: it also answers for a student whose record was deleted. */
export const history: Handler<(typeof certificatesApi.calls)['history']> = async (
  { tenantId, query, person, roles },
  { store, links },
) => {
  const { studentId } = query;
  const [records, tenant, domain] = await Promise.all([
    store.certificates.history(tenantId, studentId),
    store.tenants.get(tenantId),
    store.domains.of(tenantId),
  ]);
  if (tenant === null) throw new AppError('tenant_not_found');
  if (records.length === 0 && (await store.students.get(tenantId, studentId)) === null) {
    throw new AppError('student_not_found');
  }
  const batchIds = [...new Set(records.map(({ batchId }) => batchId))];
  const [batches, signing, deliveries] = await Promise.all([
    Promise.all(batchIds.map((batchId) => store.batches.get(tenantId, batchId))),
    store.signingCertificates.list(tenantId),
    store.deliveries.listOf(
      tenantId,
      records.map(({ _id }) => _id),
    ),
  ]);
  const issuers = new Map(batches.flatMap((batch) => (batch ? [[batch._id, batch.createdBy] as const] : [])));
  const userIds = [...issuers.values(), ...records.flatMap(({ revokedBy }) => revokedBy ?? [])];
  const users = await store.users.getMany([...new Set(userIds)]);
  const nameOf = new Map(users.map(({ _id, name, email }) => [_id, name === '' ? email : name]));
  const keyOf = new Map(signing.map(({ _id, name }) => [_id, name]));
  const items = records.map((record) =>
    historyLineView(record, links, {
      isStaffOnly: !tenant.publicDownload,
      domain,
      issuedBy: nameOf.get(issuers.get(record.batchId) ?? '') ?? '',
      mayRevoke: record.state !== 'revoked' && mayRevoke({ roles, person }, issuers.get(record.batchId)),
      revokedBy: nameOf.get(record.revokedBy ?? ''),
      signedWith: keyOf.get(record.signingCertificateId ?? ''),
      replaces: records.find(({ replacedBy }) => replacedBy === record._id)?._id,
      deliveries: deliveries.filter(({ certId }) => certId === record._id),
    }),
  );
  return { items };
};
