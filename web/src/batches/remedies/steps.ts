import { type Permission, type Remedy, type RowError, remediesOf } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { usePathTo } from '../../tenancy/routes.ts';
import { variablesOf } from './place.ts';

/** A failed row, or the failure that a student's record keeps. */
export interface Failed {
  error: RowError;
  studentId?: string | undefined;
  templateId?: string | undefined;
  /** Of a row that sends or packs a certificate. */
  certId?: string | undefined;
}

/** One remedy as a link. `needs` is what the screen behind it asks for. */
export interface Step {
  remedy: Remedy;
  label: string;
  to: string;
  needs?: Permission;
}

interface Way {
  /** Absent where the row does not name what it leads to. */
  to: string | undefined;
  needs?: Permission;
  /** What is printed is a value of the batch, such as the course. */
  isOfBatch?: true;
}

export interface StepContext {
  pathTo: ReturnType<typeof usePathTo>;
  tenantId: string;
  t: TFunction;
}

/** What can be done about a failure, the most usual first. Nothing for what passes by itself. */
export function stepsOf(
  { error, studentId, templateId, certId }: Failed,
  { pathTo, tenantId, t }: StepContext,
): Step[] {
  const names = variablesOf(error);
  const ofBatch = names.some((name) => name.startsWith('batch.'));
  const ofStudent = names.find((name) => !name.startsWith('batch.') && !name.includes('certificate.'));
  const students = pathTo('students');
  const edit = (field?: string) =>
    studentId === undefined
      ? undefined
      : `${pathTo('student', { studentId })}?edit=${encodeURIComponent(field ?? '')}`;
  const issue = studentId === undefined ? undefined : `${students}?issue=${studentId}`;
  const template = templateId === undefined ? undefined : pathTo('template', { templateId });
  // What is printed is corrected where it comes from; a text of the template alone in the template.
  const printed: Way = ofBatch
    ? { to: issue, needs: 'certificates.generate_bulk', isOfBatch: true }
    : { to: ofStudent === undefined ? undefined : edit(ofStudent), needs: 'students.create' };
  const found: Record<Remedy, Way> = {
    printed,
    shorten: printed,
    student: { to: edit(error.code.startsWith('email_') ? 'email' : undefined), needs: 'students.create' },
    template: { to: template, needs: 'templates.edit' },
    otherTemplate: { to: issue, needs: 'certificates.generate_bulk' },
    logo: { to: pathTo('settings', { tenantId, tab: 'general' }), needs: 'settings.edit' },
    signing: { to: pathTo('settings', { tenantId, tab: 'certificates' }), needs: 'settings.edit' },
    fonts: { to: letterTo(error, t) },
    operator: { to: letterTo(error, t) },
    restore: { to: pathTo('trash'), needs: 'students.delete_bulk' },
    again: { to: issue, needs: 'certificates.generate_bulk' },
    file: { to: `${students}?import=`, needs: 'students.import' },
  };
  return remediesOf(error.code, error.details).flatMap((given) => {
    // What a certificate is sent with is in the register, and is corrected there: there is no file.
    const remedy = given === 'file' && certId !== undefined ? 'student' : given;
    const { to, needs, isOfBatch } = found[remedy];
    if (to === undefined) return [];
    const label = t(isOfBatch ? 'failures.remedies.ofBatch' : `failures.remedies.${remedy}`);
    return [{ remedy, label, to, ...(needs && { needs }) }];
  });
}

/** A letter to the people who run the server, whose address the person knows. */
function letterTo({ code, details = {} }: RowError, t: TFunction): string {
  const { pack, character } = details;
  const values = { pack: String(pack ?? ''), character: String(character ?? ''), code };
  const body = t(pack === undefined ? 'failures.letter.other' : 'failures.letter.fonts', {
    ...values,
    interpolation: { escapeValue: false },
  });
  return `mailto:?subject=${encodeURIComponent(t('failures.letter.subject'))}&body=${encodeURIComponent(body)}`;
}
