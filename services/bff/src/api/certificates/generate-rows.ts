import { type BodyOf, type certificatesApi, errorMessage, type SelectionRule } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { NewBatchItem, Store } from '@sello/store';
import { resolveSelection } from '../../students/resolve-selection.ts';

type Body = BodyOf<(typeof certificatesApi.calls)['generate']>;
type Asked = { _id: string; templateId?: string | null | undefined };

/** The rows of a request: of the students it names, or of those its rule chooses. */
export function rowsOf(
  store: Pick<Store, 'students' | 'auditLog' | 'batches' | 'templates'>,
  tenantId: string,
  body: Body,
): Promise<NewBatchItem[]> {
  return body.bulk && body.selection
    ? selectedRows(store, tenantId, body.selection, body)
    : namedRows(store, tenantId, askedOf(body));
}

function askedOf(body: Body): Asked[] {
  if (!body.bulk) return [{ ...body.student, templateId: body.templateId ?? body.student.templateId }];
  if (body.students === undefined) throw new AppError('students_required');
  return body.students;
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
  store: Pick<Store, 'students' | 'auditLog' | 'batches' | 'templates'>,
  tenantId: string,
  selection: SelectionRule,
  { templateId: forAll, missingTemplateId }: Extract<Body, { bulk: true }>,
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
