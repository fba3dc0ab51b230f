import type { Certificates } from '../certificates/certificates.ts';
import type { Students } from '../students/students.ts';
import type { AuditRecord } from './audit.ts';

/**
 * The names of the students and holders that entries are about, by their targets, as they are stored now: of an erased or
 * deleted student there is none.
 */
export async function auditSubjects(
  store: { students: Pick<Students, 'names'>; certificates: Pick<Certificates, 'getMany'> },
  tenantId: string,
  records: readonly Pick<AuditRecord, 'action' | 'target'>[],
): Promise<ReadonlyMap<string, string>> {
  const targetsOf = (isMeant: (action: string) => boolean) => [
    ...new Set(records.flatMap(({ action, target }) => (isMeant(action) && target ? [target] : []))),
  ];
  const studentIds = targetsOf((action) => action.startsWith('students.'));
  const certIds = targetsOf((action) => action === 'certificates.revoke');
  const [students, certificates] = await Promise.all([
    studentIds.length === 0 ? [] : store.students.names(tenantId, studentIds),
    certIds.length === 0 ? [] : store.certificates.getMany(tenantId, certIds),
  ]);
  return new Map([
    ...students.map(({ _id, fullName }) => [_id, fullName] as const),
    ...certificates.map(({ _id, printed }) => [_id, printed.holder] as const),
  ]);
}
