import type { Student } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import {
  allOf,
  choosesBeyond,
  nobody,
  refreshed,
  toggled,
  toggledAll,
  withCertificate,
  withCertificateAndEmail,
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
  ...more,
});
const [ana, luis, eva] = [buildStudent('ana'), buildStudent('luis'), buildStudent('eva')];

describe('the selection', () => {
  it('toggles one student', () => {
    const one = toggled(nobody, ana);
    expect([...one.keys()]).toEqual(['ana']);
    expect(toggled(one, ana).size).toBe(0);
  });

  it('selects a whole page, or deselects it when all are selected', () => {
    const page = [ana, luis];
    const all = toggledAll(toggled(nobody, eva), page);
    expect([...all.keys()]).toEqual(['eva', 'ana', 'luis']);
    expect(allOf(page, all)).toBe(true);
    expect(toggledAll(all, page).size).toBe(0);
    expect(allOf([], all)).toBe(false);
  });

  it('updates selected students from the list', () => {
    const chosen = toggled(nobody, ana);
    const now = refreshed(chosen, [buildStudent('ana', { certified: true }), luis]);
    expect(now.get('ana')?.certified).toBe(true);
    expect(refreshed(chosen, [ana])).toBe(chosen);
  });

  it('detects students beyond the page and updates them too', () => {
    const chosen = toggledAll(nobody, [ana, luis, eva]);
    expect(choosesBeyond(chosen, [ana, luis, eva])).toBe(false);
    expect(choosesBeyond(chosen, [ana])).toBe(true);
    const issued = [ana, luis, eva].map((student) => ({ ...student, certified: true }));
    expect(withCertificate(refreshed(chosen, issued).values())).toHaveLength(3);
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
    const view = readView(new URLSearchParams('q=ana&sort=-idNumber'), { cursors: ['x', 'y'] });
    expect(queryOf(view)).toEqual({ search: 'ana', sort: '-idNumber', limit: 25, cursor: 'y' });
  });

  it('with invalid values falls back to the first page by name', () => {
    expect(queryOf(readView(new URLSearchParams('sort=password'), { cursors: 7 }))).toEqual({
      sort: 'fullName',
      limit: 25,
    });
  });
});
