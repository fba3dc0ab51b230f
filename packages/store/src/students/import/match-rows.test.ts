import { fieldsWith, studentEntity } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import type { StudentRecord } from '../students.ts';
import { type AcceptedRow, matchRows } from './match-rows.ts';
import { type ImportRow, readRow } from './read-row.ts';

function buildRows(...rows: ImportRow[]): AcceptedRow[] {
  return rows.map((cells, row) => {
    const outcome = readRow({ fullName: 'Someone', ...cells });
    if ('error' in outcome) throw new Error(outcome.error.message);
    return { row, ...outcome };
  });
}

function buildStudent(overrides: Partial<StudentRecord> = {}): StudentRecord {
  return {
    _id: '1'.repeat(24),
    tenantId: 't'.repeat(24),
    fullName: 'Ana',
    idNumber: 'X-1',
    country: 'Peru',
    email: 'ana@example.org',
    showScoreLetter: false,
    showScoreNumeric: true,
    custom: { Curso: 'Uno' },
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...overrides,
  };
}

describe('matchRows', () => {
  it('updates the student with the same idNumber with filled cells and keeps other values', () => {
    const rows = buildRows({ fullName: 'Ana Núñez', idNumber: ' x-1 ', Nota: 'Dos' });
    const { add, update, counts } = matchRows(rows, [buildStudent()], 'update');
    expect(add).toEqual([]);
    expect(counts).toEqual({ added: 0, updated: 1, skipped: 0 });
    expect(update[0]?.fields).toMatchObject({
      fullName: 'Ana Núñez',
      country: 'Peru',
      email: 'ana@example.org',
      showScoreLetter: false,
      custom: { Curso: 'Uno', Nota: 'Dos' },
    });
  });

  it('keeps every declared field that a row does not contain', () => {
    const known: Record<string, unknown> = { custom: { Curso: 'Uno' } };
    for (const { name, field } of fieldsWith(studentEntity, 'input')) {
      known[name] ??= field.facts.sample ?? (name.startsWith('show') ? false : '');
    }
    const record = buildStudent(known as Partial<StudentRecord>);
    const { update } = matchRows(buildRows({ idNumber: record.idNumber, Nota: 'A' }), [record], 'update');
    const expected = { ...known, fullName: 'Someone', custom: { Curso: 'Uno', Nota: 'A' } };
    expect(update.map(({ fields }) => fields)).toEqual([expected]);
    expect(Object.keys(expected).length).toBeGreaterThan(11);
  });

  it('treats the same idNumber twice in one file as one person', () => {
    const rows = buildRows({ idNumber: 'N1', fullName: 'One' }, { idNumber: 'n1', fullName: 'Two' });
    expect(matchRows(rows, [], 'update')).toMatchObject({
      add: [{ fields: { fullName: 'Two' } }],
      counts: { added: 1, updated: 1, skipped: 0 },
    });
    expect(matchRows(rows, [], 'skip')).toMatchObject({
      add: [{ fields: { fullName: 'One' } }],
      counts: { added: 1, updated: 0, skipped: 1 },
    });
    expect(matchRows(rows, [], 'add').counts).toEqual({ added: 2, updated: 0, skipped: 0 });
  });

  it('always adds a row without idNumber', () => {
    const rows = buildRows({}, {});
    expect(matchRows(rows, [buildStudent({ idNumber: '' })], 'update').counts.added).toBe(2);
  });

  it('matches the oldest of several students with the same idNumber', () => {
    const existing = [buildStudent(), buildStudent({ _id: '2'.repeat(24) })];
    const { update } = matchRows(buildRows({ idNumber: 'X-1' }), existing, 'update');
    expect(update.map(({ studentId }) => studentId)).toEqual(['1'.repeat(24)]);
  });

  it('refuses a row that would give an existing student an end before the start', () => {
    const existing = [buildStudent({ startDate: '2026-05-01' })];
    const outcome = matchRows(buildRows({ idNumber: 'X-1', endDate: '2026-04-01' }), existing, 'update');
    expect(outcome).toMatchObject({ disordered: [0], update: [], counts: { updated: 0 } });
  });
});
