import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** Which error stands for a field: one for whatever is wrong with it, or one for a missing value and one for a wrong one. */
export type FieldError = ErrorCode | { missing?: ErrorCode; wrong?: ErrorCode };

/** A value that is stored in another form than the program holds it in. */
export interface StoredForm {
  type: z.ZodType;
  write(held: never): unknown;
  read(stored: never): unknown;
}

/** A value that goes over the wire in another form: a `Date` as ISO 8601. */
export interface WireForm {
  type: z.ZodType;
  view(held: never): unknown;
}

/** How a field is asked for in a form. Its label is `<feature>.form.<field>`, its hint `<feature>.form.<field>Hint`. */
export interface FormFacts {
  control: 'text' | 'email' | 'tel' | 'date' | 'number' | 'letters' | 'country' | 'template' | 'flag';
  /** The field it stands behind; without it the order of the declaration counts. */
  after?: string;
  /** `new`: demanded of a new record, and of one that has a value already. */
  required?: 'always' | 'new';
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number;
  /** What the form starts with; empty without it, `true` for a flag. */
  initial?: string;
  isWide?: true;
  hasHint?: true;
}

/** How a field stands in a list, as a column. Its head is `<feature>.columns.<field>` where there is one, else the form's label. */
export interface ColumnFacts {
  /** Width in px of the bar that stands for the value while the list is on its way. */
  width: number;
  /** The windows that have room for it, besides a phone's: those from 768, 1000 or 1180 px on, which goes without saying. */
  from?: 'narrow' | 'medium' | 'wide';
  /** Where it stands on a phone, where a row becomes an entry; without it, nowhere. */
  phone?: 'lead' | 'below';
  /** It is not broken into lines. */
  isOneLine?: true;
}

/** How a field is read from a row of a CSV. */
export interface CsvFacts {
  /** The column's name; the field's own without it. Its case does not count. */
  column?: string;
  /**
   * `text` (without it): a cell. `number`: a cell, with a decimal point or comma; anything else is no value. `flag`: no
   * column, but taken from programs that send it as a boolean. `rest`: every further column.
   */
  as?: 'text' | 'number' | 'flag' | 'rest';
}

/** How a field is printed, as the variables `{{field}}` and `{{student.field}}` of a design. */
export interface PrintFacts {
  as: 'text' | 'date' | 'number' | 'country';
  /** The flag that hides it when it is false. */
  shownBy?: string;
}

/** A value that the store works out of others: under `fold` a name is sorted and compared, `search` joins what is searched. */
export type Derived = { by: 'fold'; from: string } | { by: 'search' };

/** What is known of a field besides its type. What is left out does not apply. */
export interface Facts {
  /** Stays within the store: keys of search and sort, tokens, locks. */
  internal?: true;
  derived?: Derived;
  stored?: StoredForm;
  /** On the wire: as it is held, by a type of its own, or in another form. */
  wire?: true | z.ZodType | WireForm;
  /** What a form or a row may give for it. */
  input?: z.ZodType;
  form?: FormFacts;
  /** A field of the form that the list shows as well. */
  column?: ColumnFacts;
  csv?: CsvFacts;
  print?: PrintFacts;
  /** A search looks at it. */
  search?: true;
  /** Lists sort by it: under another name, or by another stored field, where that is said. */
  sort?: true | { as?: string; by?: string };
  error?: FieldError;
  /** A usual value: of previews and of the CSV to start from. */
  sample?: string | number;
}

/** The code of a field's error, when it has one of its own. */
export function errorOfField(error: FieldError | undefined, isMissing: boolean): ErrorCode | undefined {
  if (error === undefined || typeof error === 'string') return error;
  return isMissing ? error.missing : error.wrong;
}
