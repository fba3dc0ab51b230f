import { foldKey } from '../database/fold.ts';
import {
  anyText,
  date,
  defineSchema,
  flag,
  listOf,
  optionalDate,
  optionalNumber,
  optionalText,
  text,
} from '../database/schema.ts';
import type { StudentFields, StudentRecord } from './students.ts';

/** A student as it is stored: the keys of search and sort beside it, custom columns as pairs (their names may hold dots). */
export interface StudentRow extends Omit<StudentRecord, 'custom'> {
  custom: { name: string; value: string }[];
  nameKey: string;
  idKey: string;
  searchKey: string;
  /** A revoked certificate is not given back to its student by a run that comes late. */
  revokedCertId?: string;
}

export const studentSchema = defineSchema<StudentRow>({
  _id: text,
  tenantId: text,
  fullName: text,
  idNumber: anyText,
  email: optionalText,
  country: text,
  startDate: optionalText,
  endDate: optionalText,
  scoreNumeric: optionalNumber,
  scoreLetter: optionalText,
  showScoreLetter: flag,
  showScoreNumeric: flag,
  templateId: optionalText,
  custom: listOf({ name: anyText, value: anyText }),
  certId: optionalText,
  certIssuedAt: optionalDate,
  createdAt: date,
  updatedAt: date,
  nameKey: anyText,
  idKey: anyText,
  searchKey: anyText,
  revokedCertId: optionalText,
})
  .index({ tenantId: 1, _id: 1 })
  .index({ tenantId: 1, nameKey: 1, _id: 1 })
  .index({ tenantId: 1, idKey: 1 });

/** Leaves the keys out of what is read. */
export const withoutKeys = { nameKey: 0, idKey: 0, searchKey: 0, revokedCertId: 0 } as const;

/** The stored form of a form's fields; a field without a value is undefined. */
export function toRowFields(fields: StudentFields) {
  const nameKey = foldKey(fields.fullName);
  const idKey = foldKey(fields.idNumber);
  return {
    fullName: fields.fullName,
    idNumber: fields.idNumber,
    email: fields.email,
    country: fields.country,
    startDate: fields.startDate,
    endDate: fields.endDate,
    scoreNumeric: fields.scoreNumeric,
    scoreLetter: fields.scoreLetter,
    showScoreLetter: fields.showScoreLetter,
    showScoreNumeric: fields.showScoreNumeric,
    templateId: fields.templateId,
    custom: Object.entries(fields.custom).map(([name, value]) => ({ name, value })),
    nameKey,
    idKey,
    searchKey: [nameKey, idKey, foldKey(fields.email ?? '')].join('\n'),
  };
}

export function toStudent(row: StudentRow): StudentRecord {
  const { nameKey: _n, idKey: _i, searchKey: _s, revokedCertId: _r, custom, ...rest } = row;
  return { ...rest, custom: Object.fromEntries(custom.map(({ name, value }) => [name, value])) };
}
