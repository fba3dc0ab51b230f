import {
  csvColumns,
  type ErrorCode,
  errorMessage,
  type importRow,
  isUnreadableText,
  otherCountry,
  type RowError,
  studentInput,
} from '@sello/contracts';
import { isAppError } from '@sello/kit';
import type { StudentFields } from '@sello/store';
import type { z } from 'zod';
import { completeFields } from './student-fields.ts';

export type ImportRow = z.infer<typeof importRow>;
/** `fields` as a new student; `given` is what the row says itself, to be laid over what is known of a student. */
export type ReadRow = { fields: StudentFields; given: Partial<StudentFields> } | { error: RowError };

const columns = new Set<string>(csvColumns);

/** What a student has besides the columns; other programs write it as it is. */
const flags = ['showScoreLetter', 'showScoreNumeric'] as const;

/** Which message stands for which cell. */
const codeOf: Record<string, ErrorCode> = {
  fullName: 'full_name_required',
  email: 'email_invalid',
  scoreNumeric: 'score_numeric_invalid',
  scoreLetter: 'score_letter_invalid',
  startDate: 'date_invalid',
  endDate: 'date_invalid',
  templateId: 'template_not_found',
};

/**
 * One row of a CSV as a student: cells are trimmed, an unknown country is `Other` when the cell is empty, a score that
 * is no number counts as absent, a number out of range is the row's error. Further columns are kept as text.
 */
export function readRow(row: ImportRow): ReadRow {
  const { custom, ...cells } = row;
  const further = isRecord(custom) ? { ...custom, ...cells } : row;
  const unreadable = Object.keys(further).find(
    (name) => typeof further[name] === 'object' && further[name] !== null,
  );
  if (unreadable !== undefined) return { error: rowErrorOf('invalid_payload', { column: unreadable }) };
  const cell = (name: string) => {
    const value = further[name];
    return value === null || value === undefined ? '' : String(value).trim();
  };
  const said = Object.fromEntries(
    flags.flatMap((name) => (typeof row[name] === 'boolean' ? [[name, row[name]]] : [])),
  );
  const parsed = studentInput.safeParse({
    fullName: cell('fullName'),
    idNumber: cell('idNumber'),
    country: cell('country'),
    email: cell('email'),
    startDate: cell('startDate'),
    endDate: cell('endDate'),
    scoreNumeric: readScore(cell('scoreNumeric')),
    scoreLetter: cell('scoreLetter').toUpperCase(),
    templateId: cell('templateId'),
    ...said,
    custom: Object.fromEntries(
      Object.keys(further)
        .filter((name) => !columns.has(name) && !(name in said) && name.trim() !== '' && cell(name) !== '')
        .map((name) => [name.trim(), cell(name)]),
    ),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [column] = issue?.path ?? [];
    // A name that is too long is not a name that is missing.
    if (issue !== undefined && isUnreadableText(issue)) {
      const field = issue.path.map(String).at(-1);
      return { error: rowErrorOf('text_unreadable', { field, column: field }) };
    }
    const code = column === 'fullName' && cell('fullName') !== '' ? undefined : codeOf[String(column)];
    return { error: rowErrorOf(code ?? 'invalid_payload', { column: issue?.path.join('.') }) };
  }
  try {
    const fields = completeFields(parsed.data, otherCountry);
    const given = Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => value !== undefined && columns.has(name) && cell(name) !== '',
      ),
    );
    return { fields, given: { ...given, ...said, custom: fields.custom } };
  } catch (error) {
    if (isAppError(error)) return { error: rowErrorOf(error.code) };
    throw error;
  }
}

export function rowErrorOf(code: ErrorCode, details?: Record<string, unknown>): RowError {
  const message = errorMessage(code, details);
  return details === undefined ? { code, message } : { code, message, details };
}

/** A decimal comma is what spreadsheets of half the world write. Not a number: absent, as the import rules say. */
function readScore(text: string): number | undefined {
  if (!/^[+-]?\d+([.,]\d+)?$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
