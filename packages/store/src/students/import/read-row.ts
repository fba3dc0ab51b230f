import {
  csvFields,
  type ErrorCode,
  errorMessage,
  errorOfField,
  type Fields,
  type importRow,
  otherCountry,
  type RowError,
  studentEntity,
  studentInput,
  unreadableOf,
} from '@sello/contracts';
import { isAppError } from '@sello/kit';
import type { z } from 'zod';
import type { StudentFields } from '../students.ts';
import { completeFields } from './complete-fields.ts';

export type ImportRow = z.infer<typeof importRow>;
/**
 * `fields` are those of a new student; `given` holds only the fields in the row, to update an existing student.
 */
export type ReadRow = { fields: StudentFields; given: Partial<StudentFields> } | { error: RowError };

const fields = csvFields(studentEntity);
const columns = fields.flatMap(({ name, column, as }) => (column === undefined ? [] : { name, column, as }));
const isColumn = new Set(columns.map(({ column }) => column));
/** Boolean fields: no columns of the CSV template, but of an export, and API clients send them. By their lower-case names. */
const flags = new Map(
  fields.flatMap(({ name, as }) => (as === 'flag' ? [[name.toLowerCase(), name] as const] : [])),
);
const flagOf = (column: string) => flags.get(column.trim().toLowerCase());
const columnOf = new Map(columns.map(({ name, column }) => [name, column]));

const isEndless = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/**
 * Reads one row of a CSV as a student: cells are trimmed, an empty country is `Other`, an unknown one is the row's error,
 * a score that is not a number counts as absent, one out of range is the row's error. A flag is read in the languages of the
 * product, and is the row's error when it is none. Further columns are kept as text.
 */
export function readRow(row: ImportRow): ReadRow {
  const { custom, ...cells } = row;
  const further = isRecord(custom) ? { ...custom, ...cells } : row;
  const unreadable = Object.keys(further).find(
    // JSON has numbers beyond all that a number can hold.
    (name) => (typeof further[name] === 'object' && further[name] !== null) || isEndless(further[name]),
  );
  if (unreadable !== undefined) return { error: rowErrorOf('invalid_payload', { column: unreadable }) };
  const cell = (name: string) => {
    const value = further[name];
    return value === null || value === undefined ? '' : String(value).trim();
  };
  const said: Record<string, boolean> = {};
  for (const column of Object.keys(further)) {
    const name = flagOf(column);
    const text = cell(column);
    if (name === undefined || text === '') continue;
    const flag = readFlag(text);
    // A default instead would print a score that somebody has hidden.
    if (flag === undefined || (said[name] ?? flag) !== flag)
      return { error: rowErrorOf('flag_unclear', { column: name, text: text.slice(0, 60) }) };
    said[name] = flag;
  }
  const parsed = studentInput.safeParse({
    ...Object.fromEntries(
      columns.map(({ name, column, as }) => [
        name,
        as === 'number' ? readNumber(cell(column)) : cell(column),
      ]),
    ),
    ...said,
    custom: Object.fromEntries(
      Object.keys(further)
        .filter(
          (name) =>
            !isColumn.has(name) && flagOf(name) === undefined && name.trim() !== '' && cell(name) !== '',
        )
        .map((name) => [name.trim(), cell(name)]),
    ),
  });
  const isEmpty = (name: string) => cell(columnOf.get(name) ?? name) === '';
  if (!parsed.success) return { error: errorOf(parsed.error.issues, isEmpty) };
  try {
    const complete = completeFields(parsed.data, otherCountry);
    const given = Object.fromEntries(
      Object.entries(complete).filter(
        ([name, value]) => value !== undefined && columnOf.has(name) && !isEmpty(name),
      ),
    );
    return { fields: complete, given: { ...given, ...said, custom: complete.custom } };
  } catch (error) {
    if (isAppError(error)) return { error: rowErrorOf(error.code) };
    throw error;
  }
}

/** The first error of a row: the code that its field declares, else the column only. */
function errorOf([issue]: readonly z.core.$ZodIssue[], isEmpty: (name: string) => boolean): RowError {
  const path = (issue?.path ?? []).map(String);
  const [name = ''] = path;
  const unreadable = issue && unreadableOf(issue);
  if (unreadable !== undefined) {
    const field = path.at(-1);
    const { letter, at } = unreadable;
    return rowErrorOf('text_unreadable', { field, column: field, letter, at });
  }
  const declared = (studentEntity.fields as Fields)[name]?.facts.error;
  // A value that is too long must not be reported as missing.
  const code = errorOfField(declared, isEmpty(name));
  return rowErrorOf(code ?? 'invalid_payload', { column: path.join('.') });
}

export function rowErrorOf(code: ErrorCode, details?: Record<string, unknown>): RowError {
  const message = errorMessage(code, details);
  return details === undefined ? { code, message } : { code, message, details };
}

/** Accepts a decimal comma, which many spreadsheets write. `undefined` for text that is not a number. */
function readNumber(text: string): number | undefined {
  if (!/^[+-]?\d+([.,]\d+)?$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

/** As people and spreadsheets write it in English, Spanish and Portuguese; without accents, in lower case. */
const yes = new Set(['true', 't', 'yes', 'y', '1', 'on', 'verdadero', 'verdadeiro', 'v', 'si', 's', 'sim']);
const no = new Set(['false', 'f', 'no', 'n', '0', 'off', 'falso', 'nao']);

function readFlag(text: string): boolean | undefined {
  const word = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
