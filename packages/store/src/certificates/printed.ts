import { type Certification, stored } from '@sello/contracts';
import type { StudentFields, StudentRecord } from '../students/students.ts';
import type { CertificateRecord, PrintedFields } from './certificates.ts';

/** What a certificate says of its student: the part of what is printed that the public record may show. */
export function printedOf(student: PrintedSource): Omit<PrintedFields, 'course' | 'issuedOn'> {
  const { fullName: holder, idNumber, country, startDate, endDate } = student;
  return {
    holder,
    idNumber,
    country,
    startDate,
    endDate,
    scoreNumeric: student.showScoreNumeric ? student.scoreNumeric : undefined,
    scoreLetter: student.showScoreLetter ? student.scoreLetter : undefined,
  } as Omit<PrintedFields, 'course' | 'issuedOn'>;
}

/** The fields of a student that an issued certificate is compared with. */
export type PrintedSource = Pick<
  StudentFields,
  | ('fullName' | 'idNumber' | 'country' | 'startDate' | 'endDate')
  | ('scoreNumeric' | 'scoreLetter' | 'showScoreNumeric' | 'showScoreLetter')
  | ('templateId' | 'photo' | 'custom')
>;
/** What a certificate was issued with. */
export type IssuedWith = Pick<CertificateRecord, 'printed' | 'photo' | 'custom' | 'templateId'>;

/**
 * The state of a student who has this valid certificate. Another e-mail address, or a column that the template does not
 * print, changes nothing of it.
 */
export function certificationOf(student: PrintedSource, issued: IssuedWith): Certification {
  return isAsIssued(student, issued) ? 'certified' : 'outdated';
}

function isAsIssued(student: PrintedSource, { printed, photo, custom, templateId }: IssuedWith): boolean {
  // A certificate that printed no photograph is not changed by one.
  if (photo !== undefined && photo !== student.photo) return false;
  // Issuing sets the template of its student.
  if (student.templateId !== templateId) return false;
  const now = printedOf(student) as Record<string, unknown>;
  const then = printed as Record<string, unknown>;
  const own = Object.entries(stored.asPairs.read(custom ?? []));
  return (
    Object.keys(now).every((name) => isSame(now[name], then[name])) &&
    own.every(([name, value]) => isSame(student.custom[name], value))
  );
}

/** Absent and empty print the same. */
const isSame = (one: unknown, other: unknown): boolean => (one ?? '') === (other ?? '');

/** What is read of a certificate for the comparison. */
export const issuedWith = { printed: 1, photo: 1, custom: 1, templateId: 1 } as const;

/** The certification of a record that names no valid certificate. */
export function uncertifiedAs({ revokedCertId }: { revokedCertId?: StudentRecord['certId'] }): Certification {
  return revokedCertId === undefined ? 'none' : 'revoked';
}
