// What the register says of a student's certificate, through everything that decides it.
import type { RowError } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTables, type Tables } from '../src/database/tables.ts';
import { newId, type Store, type StudentFields, type StudentRecord } from '../src/index.ts';
import { buildBatch, buildCertificate, buildItems, buildStudent } from './builders.ts';
import { testDatabase } from './database.ts';

let store: Store;
let tables: Tables;
const tenantId = newId();
const printed = {
  holder: 'Lucía Fernández Ñaupari',
  idNumber: 'PE-4401',
  country: 'Peru',
  course: 'Diploma',
};
const doesNotFit: RowError = { code: 'text_does_not_fit', message: 'Does not fit', details: { minSize: 9 } };

beforeAll(async () => {
  const database = await testDatabase();
  ({ store } = database);
  tables = openTables(database.raw);
});

const stateOf = async (studentId: string) => (await store.students.get(tenantId, studentId))!.certification;

/** A student with a certificate that prints the record. */
async function certified(more: { custom?: Record<string, string> } = {}) {
  const templateId = newId();
  const fields = buildStudent({ templateId, ...more });
  const student = await store.students.create(tenantId, fields);
  const custom = Object.entries(more.custom ?? {}).map(([name, value]) => ({ name, value }));
  const certificate = buildCertificate({
    studentId: student._id,
    templateId,
    printed,
    custom: custom.slice(0, 1),
  });
  await store.certificates.issue(tenantId, [certificate], { readAt: [student.updatedAt] });
  return { student, fields, certificate, templateId };
}

describe('a student', () => {
  it('is certified when what was printed is what the record says', async () => {
    const { student } = await certified();
    expect(student.certification).toBe('none');
    expect(await stateOf(student._id)).toBe('certified');
  });

  it.each<[string, Partial<StudentFields>]>([
    ['name', { fullName: 'Lucía Fernández' }],
    ['ID number', { idNumber: '' }],
    ['country', { country: 'Chile' }],
    ['date', { endDate: '2026-10-30' }],
    ['score', { scoreNumeric: 9.1 }],
    ['letter grade', { scoreLetter: 'A' }],
    ['template', { templateId: newId() }],
    ['column that the template prints', { custom: { module: '2', group: 'b' } }],
  ])('is out of date while the %s differs', async (_, change) => {
    const { student, fields } = await certified({ custom: { module: '1', group: 'a' } });
    await store.students.update(tenantId, student._id, { ...fields, ...change });
    expect(await stateOf(student._id)).toBe('outdated');
    await store.students.saveMany(tenantId, { add: [], update: [{ studentId: student._id, fields }] });
    expect(await stateOf(student._id)).toBe('certified');
    const rows = { add: [], update: [{ studentId: student._id, fields: { ...fields, ...change } }] };
    await store.students.saveMany(tenantId, rows);
    expect(await stateOf(student._id)).toBe('outdated');
  });

  it.each<[string, Partial<StudentFields>]>([
    ['the address', { email: 'lucia@example.test' }],
    ['a column that the template does not print', { custom: { module: '1', group: 'b' } }],
    ['a score that is hidden', { scoreNumeric: 9.1, showScoreNumeric: false }],
  ])('stays certified when %s changes', async (_, change) => {
    const { student, fields } = await certified({ custom: { module: '1', group: 'a' } });
    await store.students.update(tenantId, student._id, { ...fields, ...change });
    expect(await stateOf(student._id)).toBe('certified');
  });

  it('is out of date at once when the record was changed while its certificate was made', async () => {
    const fields = buildStudent();
    const student = await store.students.create(tenantId, fields);
    await store.students.update(tenantId, student._id, { ...fields, fullName: 'Lucía' });
    const certificate = buildCertificate({ studentId: student._id, printed });
    await store.certificates.issue(tenantId, [certificate], { readAt: [student.updatedAt] });
    expect(await store.students.get(tenantId, student._id)).toMatchObject({
      ...{ certId: certificate._id, certification: 'outdated' },
    });
  });

  it('is what its record says when a run that nobody finished is completed', async () => {
    const same = await store.students.create(tenantId, buildStudent());
    const other = await store.students.create(tenantId, buildStudent({ country: 'Chile' }));
    const rows = [same, other].map(({ _id }) => buildCertificate({ studentId: _id, printed }));
    for (const row of rows) {
      const prepared = { ...row, tenantId, state: 'prepared', createdAt: new Date() };
      await tables.certificates.insert(prepared as never);
    }
    await store.certificates.settle(
      tenantId,
      rows.map(({ _id }) => _id),
    );
    expect([await stateOf(same._id), await stateOf(other._id)]).toEqual(['certified', 'outdated']);
  });

  it('is certified or out of date, never stale, when it is edited while certificates are issued', async () => {
    const students: StudentRecord[] = [];
    for (let at = 0; at < 20; at++) students.push(await store.students.create(tenantId, buildStudent()));
    await Promise.all([
      ...students.map(({ _id, updatedAt }) =>
        store.certificates.issue(tenantId, [buildCertificate({ studentId: _id, printed })], {
          readAt: [updatedAt],
        }),
      ),
      ...students.map(({ _id }, at) =>
        store.students.update(tenantId, _id, buildStudent({ scoreLetter: at % 2 === 0 ? 'B' : 'A' })),
      ),
    ]);
    const states = await Promise.all(students.map(({ _id }) => stateOf(_id)));
    expect(new Set(states)).toEqual(new Set(['outdated']));
  });

  it('is revoked once its certificate is, and certified by the next one', async () => {
    const { student, fields, certificate, templateId } = await certified();
    await store.certificates.revoke(tenantId, certificate._id, { userId: newId(), reason: '' });
    expect(await stateOf(student._id)).toBe('revoked');
    await store.students.update(tenantId, student._id, { ...fields, fullName: 'Lucía' });
    expect(await stateOf(student._id)).toBe('revoked');
    const next = buildCertificate({
      studentId: student._id,
      templateId,
      printed: { ...printed, holder: 'Lucía' },
    });
    await store.certificates.issue(tenantId, [{ ...next, issuedAt: new Date(Date.now() + 1_000) }]);
    expect(await stateOf(student._id)).toBe('certified');
  });
});

describe('a failed attempt', () => {
  /** A batch with one row for each student, which fails. */
  async function fail(studentIds: readonly string[], error: RowError, attempt: 'own' | 'given up' | 'early') {
    const items = studentIds.map((studentId) => ({
      ...buildItems(1, { studentId })[0]!,
      ...(attempt === 'early' && { error }),
    }));
    const batch = await store.batches.create(tenantId, buildBatch({ items }));
    const range = { from: 0, to: items.length };
    const claim = () => store.batches.claim(tenantId, batch._id, range, { owner: 'w', leaseMs: 0 });
    if (attempt === 'own') {
      const { items: claimed } = await claim();
      const outcomes = claimed.map(({ index, fence }) => ({ index, fence, state: 'failed' as const, error }));
      await store.batches.finish(tenantId, batch._id, outcomes);
    }
    if (attempt === 'given up') await store.batches.failUnfinished(tenantId, batch._id, range, error);
    return batch;
  }

  it.each(['own', 'given up', 'early'] as const)('is noted with its cause (%s)', async (attempt) => {
    const student = await store.students.create(tenantId, buildStudent());
    const other = await store.students.create(tenantId, buildStudent());
    const batch = await fail([student._id], doesNotFit, attempt);
    expect(await store.students.get(tenantId, student._id)).toMatchObject({
      certification: 'failed',
      failure: { ...doesNotFit, batchId: batch._id },
    });
    expect(await stateOf(other._id)).toBe('none');
  });

  it('is over when a certificate is issued, and changes nothing of a valid or a later revoked one', async () => {
    const student = await store.students.create(tenantId, buildStudent());
    await fail([student._id], doesNotFit, 'own');
    const { templateId } = (await store.students.get(tenantId, student._id))!;
    const certificate = buildCertificate({
      studentId: student._id,
      ...(templateId && { templateId }),
      printed,
    });
    await store.certificates.issue(tenantId, [{ ...certificate, issuedAt: new Date(Date.now() + 5_000) }]);
    expect(await stateOf(student._id)).toBe('certified');
    await fail([student._id], doesNotFit, 'own');
    expect(await stateOf(student._id)).toBe('certified');
    await store.certificates.revoke(tenantId, certificate._id, { userId: newId(), reason: '' });
    // Requested before what was revoked.
    await fail([student._id], doesNotFit, 'own');
    expect(await stateOf(student._id)).toBe('revoked');
  });

  it('leaves other organizations alone', async () => {
    const elsewhere = newId();
    const student = await store.students.create(elsewhere, buildStudent());
    await fail([student._id], doesNotFit, 'own');
    expect((await store.students.get(elsewhere, student._id))!.certification).toBe('none');
  });
});

describe('the check of the store', () => {
  it('gives students from before the state theirs, in silence, and corrects a wrong one', async () => {
    const kept = await certified();
    const changed = await certified();
    await store.students.update(tenantId, changed.student._id, { ...changed.fields, fullName: 'Lucía' });
    const revoked = await certified();
    await store.certificates.revoke(tenantId, revoked.certificate._id, { userId: newId(), reason: '' });
    const none = await store.students.create(tenantId, buildStudent());
    const wrong = await certified();
    const ids = [kept, changed, revoked].map(({ student }) => student._id);
    ids.push(none._id);
    await tables.students.updateMany({ _id: { $in: ids } }, { $unset: { certification: '' } });
    await tables.students.updateMany({ _id: wrong.student._id }, { $set: { certification: 'outdated' } });
    const gaps: string[] = [];
    const options = {
      repair: true,
      onGap: ({ studentId }: { studentId?: string }) => gaps.push(studentId ?? ''),
    };
    let after: string | null = '';
    while (after !== null)
      ({ next: after } = await store.consistency.acrossTenants.checkStudents(after, options));
    expect(await Promise.all(ids.map(stateOf))).toEqual(['certified', 'outdated', 'revoked', 'none']);
    expect(await stateOf(wrong.student._id)).toBe('certified');
    expect(gaps.filter((studentId) => ids.includes(studentId))).toEqual([]);
    expect(gaps).toContain(wrong.student._id);
  });
});
