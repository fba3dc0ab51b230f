import { email, type PreflightFinding, type PreflightKind, preflightKind } from '@sello/contracts';
import { batchPrefix } from '@sello/design';
import type { LayoutReport } from '@sello/render';
import type { StudentRecord } from '@sello/store';

/** Prints a signature's variables: whether the certificates are signed is chosen after the check. */
const isOfSignature = (variable: string): boolean => variable.startsWith('signature.');

/** A value of the batch that is empty was left so by the person who starts it: without one that it needs a row fails. */
const isOfBatch = (variable: string): boolean => variable.startsWith(batchPrefix);

const sizeOf = (points: number): number => Math.round(points * 10) / 10;

/** What is to be said of a row: the worst of each kind. `unvarying` are elements of which it is not said that they shrink. */
export function findingsOf(
  index: number,
  student: Pick<StudentRecord, '_id' | 'fullName' | 'certId' | 'email'>,
  { errors, warnings }: LayoutReport,
  unvarying: ReadonlySet<string> = new Set(),
): PreflightFinding[] {
  const found = new Map<PreflightKind, PreflightFinding>();
  const person = { index, studentId: student._id, fullName: student.fullName };
  for (const error of errors) {
    const { data: kind } = preflightKind.safeParse(error.code);
    // An error that is not a row's is a fault of the service: it is not said of the row.
    if (kind === undefined || found.has(kind)) continue;
    found.set(kind, { ...person, kind, error, ...placeOf(error.details) });
  }
  for (const warning of warnings) {
    const { kind, element, elementId } = warning;
    const known = found.get(kind);
    const place = { element, elementId };
    if (warning.kind === 'empty') {
      if (isOfSignature(warning.variable) || isOfBatch(warning.variable)) continue;
      const variables = [...new Set([...(known?.variables ?? []), warning.variable])];
      found.set(kind, { ...person, kind, ...place, ...known, variables });
    } else if (warning.kind === 'shrunk') {
      if (unvarying.has(elementId)) continue;
      const sizes = { from: sizeOf(warning.from), to: sizeOf(warning.fontSize) };
      if (known === undefined || sizes.to / sizes.from < shareOf(known)) {
        found.set(kind, { ...person, kind, ...place, ...sizes });
      }
    } else if (known === undefined) found.set(kind, { ...person, kind, ...place });
  }
  if (student.certId !== undefined) found.set('certified', { ...person, kind: 'certified' });
  const address = student.email?.trim() ?? '';
  if (address === '') found.set('no_email', { ...person, kind: 'no_email' });
  else if (!email.safeParse(address).success) found.set('bad_email', { ...person, kind: 'bad_email' });
  return [...found.values()];
}

/** How large a shrunk text is, as a share of the drawn size. */
export const shareOf = ({ from = 1, to = 1 }: PreflightFinding): number => to / from;

function placeOf(details: Record<string, unknown> = {}): Pick<PreflightFinding, 'element' | 'elementId'> {
  const { element, elementId } = details;
  return {
    ...(typeof element === 'string' && { element }),
    ...(typeof elementId === 'string' && { elementId }),
  };
}
