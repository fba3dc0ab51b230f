import type { Student } from '@sello/contracts';
import { studentsApi } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, problemsOf, scoreOf, typedLetter } from './rules.ts';

const known: Student = {
  _id: 'a'.repeat(24),
  fullName: 'Ana Ruiz',
  idNumber: '1',
  country: 'Spain',
  scoreNumeric: 9.1,
  showScoreLetter: true,
  showScoreNumeric: false,
  custom: { module: 'II' },
  certified: false,
  certification: 'none',
};
const draft = { ...draftOf(undefined), fullName: 'Ana', email: 'ana@example.org' };

describe('the student form', () => {
  it('starts a new student in Peru with both scores shown', () => {
    expect(draftOf(undefined)).toMatchObject({
      country: 'Peru',
      showScoreLetter: true,
      showScoreNumeric: true,
    });
  });

  it('requires a name and an e-mail for a new student', () => {
    expect(problemsOf(draftOf(undefined), undefined)).toEqual({
      fullName: 'full_name_required',
      email: 'email_required',
    });
    expect(problemsOf({ ...draft, email: 'nobody' }, undefined)).toEqual({ email: 'email_invalid' });
    expect(problemsOf(draft, undefined)).toEqual({});
  });

  it('accepts a stored student without an e-mail, but not the removal of one', () => {
    expect(problemsOf(draftOf(known), known)).toEqual({});
    const before = { ...known, email: 'ana@example.org' };
    expect(problemsOf({ ...draftOf(before), email: '' }, before)).toEqual({ email: 'email_required' });
  });

  it.each(['-0.1', '10.1', '5.55', 'x'])('refuses the score %s', (score) => {
    expect(problemsOf({ ...draft, scoreNumeric: score }, undefined)).toEqual({
      scoreNumeric: 'score_numeric_invalid',
    });
  });

  it.each(['', '0', '10', '9.1', '9,1', '0.3'])('accepts the score "%s"', (score) => {
    expect(problemsOf({ ...draft, scoreNumeric: score }, undefined)).toEqual({});
  });

  it('treats an empty score as absent', () => {
    expect(scoreOf(' ')).toBeUndefined();
    expect(bodyOf(draft, undefined)).not.toHaveProperty('scoreNumeric');
  });

  it('ignores input that is not a letter grade', () => {
    expect(typedLetter('', 'a')).toBe('A');
    expect(typedLetter('A', 'a+')).toBe('A+');
    expect(typedLetter('A', 'A−')).toBe('A-');
    expect(typedLetter('A', 'G')).toBe('A');
    expect(typedLetter('A+', 'A++')).toBe('A+');
    expect(typedLetter('A', '')).toBe('');
  });

  it('refuses an end date before the start date', () => {
    expect(problemsOf({ ...draft, startDate: '2026-03-03', endDate: '2026-03-02' }, undefined)).toEqual({
      endDate: 'date_order',
    });
  });

  it('builds a body that the contract accepts, with custom columns kept', () => {
    const body = bodyOf(draftOf(known), known);
    expect(studentsApi.calls.upsert.body.safeParse(body)).toMatchObject({ success: true });
    expect(body).toMatchObject({
      _id: known._id,
      custom: { module: 'II' },
      scoreNumeric: 9.1,
      showScoreNumeric: false,
    });
  });
});
