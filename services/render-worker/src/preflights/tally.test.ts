import { newPreflightState, type PreflightFinding, type PreflightKind } from '@sello/contracts';
import { expect, it } from 'vitest';
import { type CheckedRow, withSlice } from './tally.ts';

const student = 'a'.repeat(24);
const template = 'b'.repeat(24);

function row(index: number, kind: PreflightKind, over: Partial<PreflightFinding> = {}): CheckedRow {
  const finding = { index, kind, studentId: student, fullName: `Student ${index}`, ...over };
  return { findings: [finding], fullName: finding.fullName, templateId: template };
}
const pageless = (index: number, kind: PreflightKind): CheckedRow => ({
  ...row(index, kind),
  templateId: undefined,
});
const riskiest = (...rows: CheckedRow[]): string[] =>
  withSlice(newPreflightState(rows.length), rows, []).candidates.map(
    ({ finding: { index, kind } }) => `${index} ${kind}`,
  );

it('names rows that leave no page after those with one, each cause once before the rows that only look different', () => {
  const shrunk = row(0, 'shrunk', { from: 50, to: 10 });
  const gone = [1, 2, 3].map((index) => pageless(index, 'student_not_found'));
  const missing = pageless(4, 'template_missing');
  const glyph = row(5, 'glyph_missing', { elementId: 'name' });
  expect(riskiest(shrunk, ...gone, missing, glyph)).toEqual([
    ...['5 glyph_missing', '1 student_not_found', '4 template_missing', '0 shrunk', '2 student_not_found'],
  ]);
  expect(riskiest(...gone)).toHaveLength(3);
});

it('ranks what differs by how much, and shows the first of each error before a second one of the same', () => {
  const glyphs = [0, 1, 2, 3, 4].map((index) => row(index, 'glyph_missing', { elementId: 'name' }));
  const unfit = row(5, 'text_does_not_fit', { elementId: 'course' });
  expect(riskiest(...glyphs, unfit)).toEqual([
    ...['0 glyph_missing', '5 text_does_not_fit', '1 glyph_missing', '2 glyph_missing', '3 glyph_missing'],
  ]);
  expect(
    riskiest(
      row(0, 'empty'),
      row(1, 'shrunk', { from: 50, to: 40 }),
      row(2, 'shrunk', { from: 50, to: 20 }),
      row(3, 'overflows'),
      row(4, 'no_email'),
    ),
  ).toEqual(['3 overflows', '2 shrunk', '1 shrunk', '0 empty']);
});
