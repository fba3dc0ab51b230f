import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** The error code of a field: one for any invalid value, or separate ones for a missing and an invalid value. */
export type FieldError = ErrorCode | { missing?: ErrorCode; wrong?: ErrorCode };

/** Conversion of a value whose stored form differs from the one in the program. */
export interface StoredForm {
  type: z.ZodType;
  write(held: never): unknown;
  read(stored: never): unknown;
}

/** Conversion of a value whose wire form differs, such as a `Date` to ISO 8601. */
export interface WireForm {
  type: z.ZodType;
  view(held: never): unknown;
}

/** The form control of a field. Its label is `<feature>.form.<field>`, its hint `<feature>.form.<field>Hint`. */
export interface FormFacts {
  control: 'text' | 'email' | 'tel' | 'date' | 'number' | 'letters' | 'country' | 'template' | 'flag';
  /** The field that it follows; default: declaration order. */
  after?: string;
  /** `new`: required for a new record, and for a record that already has a value. */
  required?: 'always' | 'new';
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number;
  /** The initial value; default: empty, `true` for a flag. */
  initial?: string;
  isWide?: true;
  hasHint?: true;
}

/** The list column of a field. Its header is `<feature>.columns.<field>` if that exists, else the form's label. */
export interface ColumnFacts {
  /** Width of the skeleton bar while the list is loading, px. */
  width: number;
  /**
   * The window width from which the column is shown: 768, 1000 or 1180 px (default). Phones are configured by `phone`.
   */
  from?: 'narrow' | 'medium' | 'wide';
  /** Position on a phone, where a row is shown as an entry; default: not shown. */
  phone?: 'lead' | 'below';
  /** The value is not wrapped. */
  isOneLine?: true;
}

/** How a field is parsed from a CSV row. */
export interface CsvFacts {
  /** Name of the column, case-insensitive; default: the name of the field. */
  column?: string;
  /**
   * `text` (default): a cell. `number`: a cell with a decimal point or comma; any other text is no value. `flag`: not a
   * column; API clients send it as a boolean. `rest`: all other columns.
   */
  as?: 'text' | 'number' | 'flag' | 'rest';
}

/**
 * How a field is printed: as the variables `{{field}}` and `{{student.field}}` of a design's texts, or, when it holds the
 * id of a stored image, as the variable `student.field` that an image element may name.
 */
export interface PrintFacts {
  as: 'text' | 'date' | 'number' | 'country' | 'image';
  /** The flag that hides it when it is false. */
  shownBy?: string;
}

/** A value that the store derives: `fold` of a name for sorting and comparing, `search` of all search fields. */
export type Derived = { by: 'fold'; from: string } | { by: 'search' };

/** The facts of a field besides its type, all optional. */
export interface Facts {
  /** Not part of records outside the store: search and sort keys, tokens, locks. */
  internal?: true;
  /** Of an organization: kept when its data is removed, as every required field is. */
  outlives?: true;
  derived?: Derived;
  stored?: StoredForm;
  /** On the wire: unchanged, with another schema, or converted. */
  wire?: true | z.ZodType | WireForm;
  /** The schema of the value in a form or an import row. */
  input?: z.ZodType;
  form?: FormFacts;
  /** Shown as a column of the list; requires `form`. */
  column?: ColumnFacts;
  csv?: CsvFacts;
  print?: PrintFacts;
  /** Included in searches. */
  search?: true;
  /** Lists can be sorted by it: under the name `as`, by the stored field `by`; default: its own name. */
  sort?: true | { as?: string; by?: string };
  error?: FieldError;
  /** A typical value, for previews and the CSV template. */
  sample?: string | number;
}

/** The error code of a field, if it has one. */
export function errorOfField(error: FieldError | undefined, isMissing: boolean): ErrorCode | undefined {
  if (error === undefined || typeof error === 'string') return error;
  return isMissing ? error.missing : error.wrong;
}
