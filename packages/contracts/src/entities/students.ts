import { z } from 'zod';
import { assetId } from '../design/parts.ts';
import { rowError } from '../error-bodies.ts';
import { defaultCountry, limits } from '../limits.ts';
import { certId, day, email, id, scoreLetter, scoreNumeric } from '../scalars.ts';
import { linesText, lineText, personName, refuseUnreadable } from '../texts.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { csvFields, inputSchema } from './input.ts';
import { anyText, asPairs, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

/** Trims text; null and blank text become undefined. */
function blankIsAbsent(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim() : value;
  return given === '' || given === null ? undefined : given;
}
const orAbsent = <Type extends z.ZodType>(type: Type) => z.preprocess(blankIsAbsent, type.optional());
const showFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true);

/**
 * What a student has of a certificate. `outdated`: it is valid, and the record differs from what it prints. `failed`: there
 * is no valid one, and the last attempt to issue one failed.
 */
export const certification = z.enum(['none', 'certified', 'outdated', 'revoked', 'failed']);
export type Certification = z.infer<typeof certification>;
/** Those in which the student has a valid certificate. */
export const certifiedStates = ['certified', 'outdated'] as const satisfies readonly Certification[];

/** Why the last attempt to issue failed. */
const issueFailure = rowError.extend({ batchId: text, at: date });

/**
 * A student. The fields are in the order of the CSV columns. A new field is only declared here and labelled as
 * `students.form.<field>` in every language.
 */
export const studentEntity = defineEntity({
  collection: 'students',
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    fullName: field(text, {
      wire: true,
      input: personName(300),
      form: { control: 'text', required: 'always', maxLength: 300, isWide: true },
      column: { width: 170, from: 'narrow', phone: 'lead' },
      csv: {},
      print: { as: 'text' },
      search: true,
      sort: { by: 'nameKey' },
      error: { missing: 'full_name_required' },
      sample: 'Lucía Fernanda Quispe Mamani',
    }),
    idNumber: field(anyText, {
      wire: true,
      input: lineText(100)
        .nullish()
        .transform((value) => value ?? ''),
      form: { control: 'text', maxLength: 100 },
      column: { width: 74, from: 'medium', phone: 'below', isOneLine: true },
      csv: {},
      print: { as: 'text' },
      search: true,
      sort: { by: 'idKey' },
      sample: '70418821',
    }),
    /** The English name of the country. */
    country: field(text, {
      wire: true,
      input: z
        .string()
        .trim()
        .max(100)
        .nullish()
        .transform((value) => value ?? undefined),
      form: { control: 'country', initial: defaultCountry },
      column: { width: 60 },
      csv: {},
      print: { as: 'country' },
      sort: true,
      sample: 'Peru',
    }),
    email: optionalField(anyText, {
      wire: true,
      input: orAbsent(email),
      form: { control: 'email', after: 'idNumber', required: 'new', maxLength: 254 },
      csv: {},
      print: { as: 'text' },
      search: true,
      error: { missing: 'email_required', wrong: 'email_invalid' },
      sample: 'lucia@example.org',
    }),
    /** Dates are stored as `YYYY-MM-DD`, not as a Date. */
    startDate: optionalField(anyText, {
      wire: day,
      input: orAbsent(day),
      form: { control: 'date' },
      column: { width: 72, isOneLine: true },
      csv: {},
      print: { as: 'date' },
      sort: true,
      error: 'date_invalid',
      sample: '2026-03-03',
    }),
    endDate: optionalField(anyText, {
      wire: day,
      input: orAbsent(day),
      form: { control: 'date' },
      column: { width: 72, isOneLine: true },
      csv: {},
      print: { as: 'date' },
      sort: true,
      error: 'date_invalid',
      sample: '2026-10-30',
    }),
    scoreNumeric: optionalField(number, {
      wire: true,
      input: orAbsent(scoreNumeric),
      form: { control: 'number', min: 0, max: limits.scoreNumericMax, step: limits.scoreNumericStep },
      csv: { as: 'number' },
      print: { as: 'number', shownBy: 'showScoreNumeric' },
      error: 'score_numeric_invalid',
      sample: 9.1,
    }),
    scoreLetter: optionalField(anyText, {
      wire: true,
      input: orAbsent(scoreLetter),
      form: { control: 'letters', maxLength: limits.scoreLetterLength, hasHint: true },
      csv: {},
      print: { as: 'text', shownBy: 'showScoreLetter' },
      error: 'score_letter_invalid',
      sample: 'A-',
    }),
    showScoreNumeric: field(flag, {
      wire: true,
      input: showFlag,
      form: { control: 'flag' },
      csv: { as: 'flag' },
    }),
    showScoreLetter: field(flag, {
      wire: true,
      input: showFlag,
      form: { control: 'flag' },
      csv: { as: 'flag' },
    }),
    templateId: optionalField(anyText, {
      wire: id,
      input: orAbsent(id),
      form: { control: 'template', after: 'country' },
      column: { width: 120, from: 'narrow' },
      csv: {},
      error: { wrong: 'template_not_found' },
      sample: '',
    }),
    /** The photograph: a stored image of the tenant, by its id. */
    photo: optionalField(anyText, {
      wire: assetId,
      input: orAbsent(assetId),
      print: { as: 'image' },
    }),
    /** Further CSV columns; also those whose names hold dots or dollar signs. */
    custom: field(z.record(z.string(), z.string()), {
      stored: asPairs,
      wire: true,
      input: z
        .record(z.string().max(100).superRefine(refuseUnreadable()), linesText(2000))
        .refine((fields) => Object.keys(fields).length <= limits.customFields, 'too many further fields')
        .default({}),
      csv: { as: 'rest' },
    }),
    /** The id of the valid certificate; absent when there is none. */
    certId: optionalField(anyText, { wire: certId }),
    certIssuedAt: optionalField(date, { sort: { as: 'certified' } }),
    /** Written with everything that decides it. Absent on students from before this field, until the upkeep sets it. */
    certification: optionalField(certification),
    /** Counts only while `certification` is `failed`. */
    failure: optionalField(issueFailure),
    createdAt: field(date, { sort: true }),
    updatedAt: field(date),
    nameKey: field(anyText, { internal: true, derived: { by: 'fold', from: 'fullName' } }),
    idKey: field(anyText, { internal: true, derived: { by: 'fold', from: 'idNumber' } }),
    searchKey: field(anyText, { internal: true, derived: { by: 'search' } }),
    /** The last revoked certificate, so that a late retry does not assign it to the student again. */
    revokedCertId: optionalField(anyText, { internal: true }),
  },
  computed: {
    /** The URL of the valid certificate's file. */
    certificateUrl: z.string().optional(),
    certified: z.boolean(),
    certification,
    /** While `certification` is `failed`: why, and the batch of the attempt. */
    failure: rowError.extend({ batchId: id }).optional(),
  },
  ordered: [{ first: 'startDate', last: 'endDate' }],
  indexes: [
    { keys: ['tenantId', 'createdAt', '_id'] },
    { keys: ['tenantId', 'nameKey', '_id'] },
    { keys: ['tenantId', 'idKey', '_id'] },
    { keys: ['tenantId', 'country', '_id'] },
    { keys: ['tenantId', 'startDate', '_id'] },
    { keys: ['tenantId', 'endDate', '_id'] },
    { keys: ['tenantId', 'certIssuedAt', '_id'] },
    // Searches and filters match and count on the keys of these indexes, without reading documents.
    { keys: ['tenantId', 'searchKey', 'certification'] },
    { keys: ['tenantId', 'certification', 'templateId', 'country', 'endDate', 'searchKey'] },
  ],
});

/** A student on the wire. */
export const student = wireSchema(studentEntity);
export type Student = z.infer<typeof student>;

/** The fields of a student that bulk actions need. */
export const briefStudent = student.pick({
  _id: true,
  fullName: true,
  email: true,
  templateId: true,
  certified: true,
});
export type BriefStudent = z.infer<typeof briefStudent>;

/** The input of a student from a form or a CSV row. Empty strings and null are absent values. */
export const studentInput = inputSchema(studentEntity);
export type StudentInput = z.infer<typeof studentInput>;

/** The CSV columns of a student's fields, in the order of the CSV template. */
export const csvColumns: readonly string[] = csvFields(studentEntity).flatMap(({ column }) => column ?? []);
/** All names of columns that an import reads: those, and the flags of an export. */
export const csvNames: readonly string[] = csvFields(studentEntity).flatMap(({ name, column, as }) =>
  as === 'flag' ? name : (column ?? []),
);
