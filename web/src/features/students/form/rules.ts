import {
  type BodyInputOf,
  type ErrorCode,
  errorOfField,
  fieldsWith,
  formFields,
  isUnreadableText,
  limits,
  type NamesWith,
  orderViolation,
  type Student,
  studentEntity,
  type studentsApi,
} from '@sello/contracts';

/** The form's fields in order. */
export const asked = formFields(studentEntity);
export type AskedField = (typeof asked)[number];

type Name = NamesWith<typeof studentEntity, 'form'>;
type Declared = (typeof studentEntity)['fields'];
type Flag = {
  [N in Name]: Declared[N]['facts'] extends { form: { control: 'flag' } } ? N : never;
}[Name];

/** The form's values as typed: strings, except for flags; absent is empty. */
export type Draft = Record<Exclude<Name, Flag>, string> & Record<Flag, boolean>;
export type Problems = Partial<Record<Name, ErrorCode>>;

export function draftOf(student: Student | undefined): Draft {
  const draft = asked.map(({ name, fact: { control, initial = '' } }) => {
    const known = student === undefined ? undefined : student[name];
    if (control === 'flag') return [name, known ?? true];
    return [name, String(known ?? (student === undefined ? initial : ''))];
  });
  return Object.fromEntries(draft) as Draft;
}

/** A letter grade, A to F with + or −; other input is ignored, so the field keeps its value. */
export function typedLetter(before: string, typed: string): string {
  const upper = typed.trim().toUpperCase().replace('−', '-');
  return upper.length <= limits.scoreLetterLength && /^([A-F][+-]?)?$/.test(upper) ? upper : before;
}

/** Whether the form requires a value: an imported record without one may stay without. */
export function isRequired({ name, fact }: AskedField, before: Student | undefined): boolean {
  if (fact.required !== 'new') return fact.required === 'always';
  return before === undefined || Boolean(before[name]);
}

/** The validation errors of a draft by field, from the schema. */
export function problemsOf(draft: Draft, before: Student | undefined): Problems {
  const problems: Problems = {};
  for (const one of asked) {
    const problem = problemOf(one, draft[one.name], before);
    if (problem !== undefined) problems[one.name] = problem;
  }
  const last = orderViolation(studentEntity, draft) as Name | undefined;
  if (last !== undefined) problems[last] ??= 'date_order';
  return problems;
}

function problemOf(
  one: AskedField,
  typed: string | boolean,
  before: Student | undefined,
): ErrorCode | undefined {
  if (typeof typed === 'boolean') return undefined;
  const { error, input } = one.field.facts;
  if (typed.trim() === '') {
    return isRequired(one, before) ? (errorOfField(error, true) ?? 'invalid_payload') : undefined;
  }
  const parsed = input?.safeParse(typedValue(one, typed));
  if (parsed === undefined || parsed.success) return undefined;
  if (parsed.error.issues.some(isUnreadableText)) return 'text_unreadable';
  return errorOfField(error, false) ?? 'invalid_payload';
}

/** An empty score is absent. A comma is the decimal separator in Spanish and Portuguese. */
export function scoreOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return text === '' ? undefined : Number(text);
}

function typedValue({ fact }: AskedField, typed: string | boolean): string | number | boolean | undefined {
  if (typeof typed === 'boolean') return typed;
  return fact.control === 'number' ? scoreOf(typed) : typed.trim();
}

/** The request body for saving a student; fields that the form does not have (custom columns of an import) are kept. */
export function bodyOf(
  draft: Draft,
  before: Student | undefined,
): BodyInputOf<(typeof studentsApi.calls)['upsert']> {
  const body: Record<string, unknown> = before === undefined ? {} : { _id: before._id };
  for (const { name } of fieldsWith(studentEntity, 'input')) {
    const kept = before?.[name as keyof Student];
    if (kept !== undefined) body[name] = kept;
  }
  for (const one of asked) {
    const value = typedValue(one, draft[one.name]);
    if (value === undefined) delete body[one.name];
    else body[one.name] = value;
  }
  return body as BodyInputOf<(typeof studentsApi.calls)['upsert']>;
}
