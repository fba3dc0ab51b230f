import { type Design, dayIn, type Student, specimenCertId, type Tenant, zoneOf } from '@sello/contracts';
import { type PrintedValues, printedStudent, printVariable } from '@sello/design';
import { variableUses } from '../model/index.ts';
import { samplesOf, specimenUrl } from '../samples.ts';

/** What a certificate of a student would print; its number is that of a specimen, as a real one is drawn when it is issued. */
export function valuesOfStudent(
  design: Pick<Design, 'variables' | 'timeZone'>,
  student: Student,
  tenant: PrintedValues['tenant'] & Pick<Tenant, 'timeZone'>,
): PrintedValues {
  const issuedAt = new Date();
  const issuedOn = dayIn(zoneOf(design, tenant), issuedAt);
  const certificate = { id: specimenCertId, issuedAt, issuedOn, verifyUrl: specimenUrl() };
  return { ...samplesOf(design, tenant), ...printedStudent(student), certificate };
}

/** A variable of the design with what it prints for a student. */
export interface ShownValue {
  name: string;
  /** Null: the student has no such value, and the certificate is not issued. */
  printed: string | null;
}

/** The variables that texts of a design use, with their values, in the order of their first use; in their short form. */
export function shownValues(design: Design, values: PrintedValues): ShownValue[] {
  const names = [...variableUses(design)]
    .filter(([, uses]) => uses.some(({ isImage }) => !isImage))
    .map(([name]) => name.replace(/^student\./, ''));
  return [...new Set(names)].map((name) => {
    const printed = printVariable(name, values, design);
    return { name, printed: typeof printed === 'string' ? printed : null };
  });
}

/** How many of a design's variables are empty for a student, or have no value at all. */
export function countEmpty(design: Design, values: PrintedValues): number {
  return shownValues(design, values).filter(({ printed }) => printed === null || printed === '').length;
}

export type Extreme = 'shortest' | 'longest' | 'emptiest';

const letters = new Intl.Segmenter();
const lengthOf = (name: string): number => [...letters.segment(name)].length;

/** The student with the shortest or the longest name, or with the most empty values. */
export function extremeOf(
  students: readonly Student[],
  extreme: Extreme,
  emptyOf: (student: Student) => number,
): Student | undefined {
  const measure = (student: Student): number => {
    if (extreme === 'emptiest') return emptyOf(student);
    return lengthOf(student.fullName) * (extreme === 'longest' ? 1 : -1);
  };
  return students.reduce<Student | undefined>(
    (best, student) => (best && measure(best) >= measure(student) ? best : student),
    undefined,
  );
}
