import { type AuditLine, auditEntity, wireView } from '@sello/contracts';
import type { AuditRecord, Store } from '@sello/store';

const view = wireView(auditEntity);

/**
 * The lines of the log with the names of students and holders as they are stored now: of an erased or deleted student
 * there is none.
 */
export async function auditLines(
  store: Pick<Store, 'students' | 'certificates'>,
  tenantId: string,
  records: readonly AuditRecord[],
): Promise<AuditLine[]> {
  const targetsOf = (isMeant: (record: AuditRecord) => boolean) => [
    ...new Set(records.flatMap((record) => (isMeant(record) && record.target ? [record.target] : []))),
  ];
  const studentIds = targetsOf(({ action }) => action.startsWith('students.'));
  const certIds = targetsOf(({ action }) => action === 'certificates.revoke');
  const [students, certificates] = await Promise.all([
    studentIds.length === 0 ? [] : store.students.names(tenantId, studentIds),
    certIds.length === 0 ? [] : store.certificates.getMany(tenantId, certIds),
  ]);
  const names = new Map([
    ...students.map(({ _id, fullName }) => [_id, fullName] as const),
    ...certificates.map(({ _id, printed }) => [_id, printed.holder] as const),
  ]);
  return records.map((record) => {
    const subject = names.get(record.target ?? '');
    return view(record, subject ? { subject } : {});
  });
}
