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
  it('takes and leaves one', () => {
    const one = toggled(nobody, ana);
    expect([...one.keys()]).toEqual(['ana']);
    expect(toggled(one, ana).size).toBe(0);
  });

  it('takes all of a page, or nobody when all are taken', () => {
    const page = [ana, luis];
    const all = toggledAll(toggled(nobody, eva), page);
    expect([...all.keys()]).toEqual(['eva', 'ana', 'luis']);
    expect(allOf(page, all)).toBe(true);
    expect(toggledAll(all, page).size).toBe(0);
    expect(allOf([], all)).toBe(false);
  });

  it('follows what the list says of the chosen', () => {
    const chosen = toggled(nobody, ana);
    const now = refreshed(chosen, [buildStudent('ana', { certified: true }), luis]);
    expect(now.get('ana')?.certified).toBe(true);
    expect(refreshed(chosen, [ana])).toBe(chosen);
  });

  it('knows when it reaches beyond the page, and follows those who are not on it', () => {
    const chosen = toggledAll(nobody, [ana, luis, eva]);
    expect(choosesBeyond(chosen, [ana, luis, eva])).toBe(false);
    expect(choosesBeyond(chosen, [ana])).toBe(true);
    const issued = [ana, luis, eva].map((student) => ({ ...student, certified: true }));
    expect(withCertificate(refreshed(chosen, issued).values())).toHaveLength(3);
  });

  it('tells who has a certificate, and who can be written to', () => {
    const students = [
      buildStudent('a', { certified: true, email: 'a@example.org' }),
      buildStudent('b', { certified: true }),
      buildStudent('c', { email: 'c@example.org' }),
    ];
    expect(withCertificate(students).map(({ _id }) => _id)).toEqual(['a', 'b']);
    expect(withCertificateAndEmail(students).map(({ _id }) => _id)).toEqual(['a']);
  });
});

describe('the address', () => {
  it('says what is searched and how it is sorted; the history says which page', () => {
    const view = readView(new URLSearchParams('q=ana&sort=-idNumber'), { cursors: ['x', 'y'] });
    expect(queryOf(view)).toEqual({ search: 'ana', sort: '-idNumber', limit: 25, cursor: 'y' });
  });

  it('that was made up falls back to names from the first page', () => {
    expect(queryOf(readView(new URLSearchParams('sort=password'), { cursors: 7 }))).toEqual({
      sort: 'fullName',
      limit: 25,
    });
  });
});
