import type { Student } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import {
  countsOf,
  hasRule,
  ruleInput,
  templatesOf,
  withCertificate,
  withCertificateAndEmail,
} from './many/scope.ts';
import {
  allOf,
  isSelected,
  nobody,
  refreshed,
  type Selection,
  selectionOf,
  sizeOf,
  toggled,
  toggledAll,
  without,
} from './selection.ts';
import { queryOf, readView } from './view.ts';

const buildStudent = (_id: string, more: Partial<Student> = {}): Student => ({
  _id,
  fullName: _id,
  idNumber: '',
  country: 'Peru',
  showScoreLetter: true,
  showScoreNumeric: true,
  custom: {},
  certified: false,
  certification: 'none',
  ...more,
});
const [ana, luis, eva] = [buildStudent('ana'), buildStudent('luis'), buildStudent('eva')];

describe('the selection', () => {
  it('toggles one student', () => {
    const one = toggled(nobody, ana);
    expect([...one.students.keys()]).toEqual(['ana']);
    expect(sizeOf(toggled(one, ana))).toBe(0);
  });

  it('selects a whole page, or deselects it when all are selected', () => {
    const page = [ana, luis];
    const all = toggledAll(toggled(nobody, eva), page);
    expect([...all.students.keys()]).toEqual(['eva', 'ana', 'luis']);
    expect(allOf(page, all)).toBe(true);
    expect(sizeOf(toggledAll(all, page))).toBe(0);
    expect(allOf([], all)).toBe(false);
  });

  it('updates selected students from the list', () => {
    const chosen = toggled(nobody, ana);
    const now = refreshed(chosen, [buildStudent('ana', { certified: true }), luis]);
    expect(now.students.get('ana')?.certified).toBe(true);
    expect(refreshed(chosen, [ana])).toBe(chosen);
  });

  it('by a rule is everybody but those left out', () => {
    const counts = { count: 4, certified: 3, reachable: 2, withEmail: 3, madeAt: '2026-11-23T10:38:00.000Z' };
    const templates = [{ templateId: 't1', count: 2 }, { count: 1 }, { templateId: 'gone', count: 1 }];
    const everybody: Selection = {
      ...nobody,
      rule: { filter: { search: 'a' }, counts: { ...counts, templates } },
    };
    const certified = buildStudent('eva', { certified: true, email: 'e@example.org', templateId: 't1' });
    const selection = toggled(everybody, certified);
    expect([isSelected(selection, 'ana'), isSelected(selection, 'eva')]).toEqual([true, false]);
    expect(countsOf(selection)).toEqual({ count: 3, certified: 2, reachable: 1, withEmail: 2 });
    expect(allOf([ana, certified], selection)).toBe(false);
    expect(toggledAll(selection, [ana, certified])).toEqual(everybody);
    expect(toggledAll(everybody, [ana])).toBe(nobody);
    expect(without(selection, null)).toBe(nobody);
    if (!hasRule(selection)) throw new Error('a rule');
    expect(templatesOf(selection, new Set(['t1']))).toEqual([
      { templateId: undefined, count: 2 },
      { templateId: 't1', count: 1 },
    ]);
    expect(ruleInput(selection)).toEqual({
      ...{ search: 'a', except: ['eva'], madeAt: counts.madeAt, count: 3 },
    });
  });

  it('forgets students who were deleted', () => {
    expect([...without(selectionOf([ana, luis]), ['ana']).students.keys()]).toEqual(['luis']);
  });

  it('filters students with a certificate and with an address', () => {
    const students = [
      buildStudent('a', { certified: true, email: 'a@example.org' }),
      buildStudent('b', { certified: true }),
      buildStudent('c', { email: 'c@example.org' }),
    ];
    expect(withCertificate(students).map(({ _id }) => _id)).toEqual(['a', 'b']);
    expect(withCertificateAndEmail(students).map(({ _id }) => _id)).toEqual(['a']);
  });
});

describe('the URL', () => {
  it('contains search and order; the history entry contains the page', () => {
    const view = readView(new URLSearchParams('q=ana&sort=-idNumber&rows=100'), { cursors: ['x', 'y'] });
    expect(queryOf(view)).toEqual({ search: 'ana', sort: '-idNumber', limit: 100, cursor: 'y' });
  });

  it('with invalid values falls back to the first page by name', () => {
    expect(queryOf(readView(new URLSearchParams('sort=password&rows=1000000'), { cursors: 7 }))).toEqual({
      sort: 'fullName',
      limit: 25,
    });
  });
});
