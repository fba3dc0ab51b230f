import { setImmediate } from 'node:timers/promises';
import { limits, type RowError, type studentsApi } from '@sello/contracts';
import { type AcceptedRow, idOfRow, matchRows, readRow, rowErrorOf } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

/** Imports the valid rows and returns the errors of the others: one row's error never blocks another row. */
export const importStudents: Handler<(typeof studentsApi.calls)['import']> = async (
  { tenantId, body, person, operationId },
  { store, audit, lock },
) => {
  const errors: { row: number; error: string; code: RowError['code'] }[] = [];
  const refuse = (row: number, { message, code }: RowError) =>
    errors.push({ row: row + body.firstRow, error: message, code });

  const read: AcceptedRow[] = [];
  for (const [row, cells] of body.students.entries()) {
    // Yields to the event loop: 100,000 rows would block other calls.
    if (row % limits.importChunk === limits.importChunk - 1) await setImmediate();
    const outcome = readRow(cells);
    if ('error' in outcome) refuse(row, outcome.error);
    else read.push({ row, ...outcome });
  }

  const templateIds = [
    ...new Set(read.map(({ fields }) => fields.templateId).filter((id) => id !== undefined)),
  ];
  const templates = templateIds.length === 0 ? [] : await store.templates.summaries(tenantId, templateIds);
  const known = new Set(templates.map((template) => template._id));
  const accepted = read.filter(({ row, fields }) => {
    if (fields.templateId === undefined || known.has(fields.templateId)) return true;
    refuse(row, rowErrorOf('template_not_found'));
    return false;
  });

  // Locked, because rows are matched with existing students: concurrent imports would add a person twice.
  const counts = await lock.hold(`students.import ${tenantId}`, { busy: 'import_running' }, async () => {
    const compared = body.existing === 'add' ? [] : accepted;
    const idNumbers = [
      ...new Set(compared.map(({ fields }) => fields.idNumber).filter((text) => text !== '')),
    ];
    const found = idNumbers.length === 0 ? [] : await store.students.byIdNumbers(tenantId, idNumbers);
    // A repeated import must not match the students that its interrupted first attempt added: it adds them again under
    // the same ids, which is idempotent.
    const own = new Set(accepted.map(({ row }) => idOfRow(operationId, row)));
    const existing = found.filter((student) => !own.has(student._id));
    const { add, update, counts: matched, disordered } = matchRows(accepted, existing, body.existing);
    for (const row of disordered) refuse(row, rowErrorOf('date_order'));

    if (!body.dryRun && add.length + update.length > 0) {
      // Ids derive from the row number, not from the position in `add`, which may differ between attempts.
      const added = { importId: operationId, rows: add.map(({ row }) => row) };
      await store.students.saveMany(tenantId, { add: add.map(({ fields }) => fields), update }, added);
      await audit.note(tenantId, person, { action: 'students.import', details: { ...matched } });
    }
    return matched;
  });
  return {
    success: counts.added + counts.updated,
    errors: errors.sort((one, other) => one.row - other.row),
    ...counts,
  };
};
