import { type AuditLine, auditEntity, wireView } from '@sello/contracts';
import { type AuditRecord, auditSubjects, type Store } from '@sello/store';

const view = wireView(auditEntity);

/** The lines of the log with the names of students and holders. */
export async function auditLines(
  store: Pick<Store, 'students' | 'certificates'>,
  tenantId: string,
  records: readonly AuditRecord[],
): Promise<AuditLine[]> {
  const names = await auditSubjects(store, tenantId, records);
  return records.map((record) => {
    const subject = names.get(record.target ?? '');
    return view(record, subject ? { subject } : {});
  });
}
