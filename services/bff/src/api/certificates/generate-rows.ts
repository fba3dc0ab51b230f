import { type BodyOf, type certificatesApi, errorMessage, type SelectionRule } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { NewBatchItem, Store } from '@sello/store';
import { resolveSelection } from '../../students/resolve-selection.ts';

type Body = BodyOf<(typeof certificatesApi.calls)['generate']>;
type Many = BodyOf<(typeof certificatesApi.calls)['preflight']>;
type Asked = { _id: string; templateId?: string | null | undefined };
type RowStore = Pick<Store, 'students' | 'auditLog' | 'batches' | 'templates'>;

/** The rows of a request. */
export function rowsOf(store: RowStore, tenantId: string, body: Body): Promise<NewBatchItem[]> {
  if (body.bulk) return rowsOfMany(store, tenantId, body);
  const { student, templateId } = body;
  return namedRows(store, tenantId, [{ ...student, templateId: templateId ?? student.templateId }]);
}

/** The rows of the students whom a request names, or whom its rule chooses. */
export async function rowsOfMany(store: RowStore, tenantId: string, body: Many): Promise<NewBatchItem[]> {
  if (body.selection) return selectedRows(store, tenantId, body.selection, body);
  if (body.students === undefined) throw new AppError('students_required');
  return namedRows(store, tenantId, body.students);
}

/** A row for each student named; of an unknown one with its error. */
async function namedRows(
  store: Pick<Store, 'students'>,
  tenantId: string,
  asked: readonly Asked[],
): Promise<NewBatchItem[]> {
  const ids = asked.map((student) => student._id);
  if (new Set(ids).size < ids.length) {
    throw new AppError('invalid_payload', {
      details: { issues: [{ path: 'students', message: 'named twice' }] },
    });
  }
  const students = new Map(
    (await store.students.names(tenantId, ids)).map((student) => [student._id, student]),
  );
  return asked.map(({ _id, templateId }): NewBatchItem => {
    const student = students.get(_id);
    if (student === undefined) {
      const error = { code: 'student_not_found' as const, message: errorMessage('student_not_found') };
      return { fullName: '', error };
    }
    return { studentId: _id, fullName: student.fullName, templateId: templateId ?? student.templateId };
  });
}

/** A row for each student that a rule chooses. A template of theirs that was deleted counts as none. */
async function selectedRows(
  store: RowStore,
  tenantId: string,
  selection: SelectionRule,
  { templateId: forAll, missingTemplateId }: Many,
): Promise<NewBatchItem[]> {
  const chosen = await resolveSelection(store, tenantId, selection);
  if (chosen.length === 0) throw new AppError('students_required');
  const own = new Set(chosen.flatMap(({ templateId }) => templateId ?? []));
  const existing = forAll ? [] : await store.templates.summaries(tenantId, [...own]);
  const known = new Set(existing.map(({ _id }) => _id));
  return chosen.map(({ _id, fullName, templateId }): NewBatchItem => {
    const ownId = templateId !== undefined && known.has(templateId) ? templateId : undefined;
    return { studentId: _id, fullName, templateId: forAll ?? ownId ?? missingTemplateId ?? undefined };
  });
}
