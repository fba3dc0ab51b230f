import type { CertificateParams, Signer } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type Stamped, type StampRow, stamp } from '@sello/render';
import type {
  BatchItemRecord,
  IssuedIdentity,
  PrintedFields,
  StudentRecord,
  TenantRecord,
} from '@sello/store';
import { isRowError } from './row-errors.ts';
import type { ReadyTemplate, Templates } from './templates.ts';

/** What a row came to: a certificate to be stored, the row's own error, or a fault that says nothing about the row. */
export type StampedRow =
  | {
      item: BatchItemRecord;
      stamped: Stamped;
      template: ReadyTemplate;
      printed: PrintedFields;
      identity: IssuedIdentity;
    }
  | { item: BatchItemRecord; error: unknown }
  | { item: BatchItemRecord; fault: unknown };

export interface StampingParts {
  tenant: TenantRecord;
  /** Who vouches for the organization at this moment. */
  identity: IssuedIdentity;
  students: ReadonlyMap<string, StudentRecord>;
  templates: Templates;
  signing: { signer: Signer; params: CertificateParams } | undefined;
  publicUrl: string;
}

/**
 * Stamps rows side by side: while the thread pool signs some, this thread sets the text of the next. One row's error
 * is its own.
 */
export function stampRows(items: readonly BatchItemRecord[], parts: StampingParts): Promise<StampedRow[]> {
  return Promise.all(
    items.map(async (item): Promise<StampedRow> => {
      try {
        return await stampRow(item, parts);
      } catch (error) {
        return isRowError(error) ? { item, error } : { item, fault: error };
      }
    }),
  );
}

async function stampRow(item: BatchItemRecord, parts: StampingParts): Promise<StampedRow> {
  const { certId, issuedAt, studentId, revisionId } = item;
  if (certId === undefined || issuedAt === undefined) throw new TypeError('a row to issue has id and moment');
  const student = studentId === undefined ? undefined : parts.students.get(studentId);
  if (student === undefined) throw new AppError('student_not_found');
  if (revisionId === undefined) throw new AppError('template_missing');
  const template = await parts.templates.ready(item.tenantId, revisionId);
  const row: StampRow = {
    student,
    custom: student.custom,
    tenant: parts.tenant,
    certificate: { id: certId, issuedAt, verifyUrl: `${parts.publicUrl}/verify/${certId}` },
  };
  const signing = parts.signing && {
    signer: parts.signing.signer,
    fields: { ...parts.signing.params, signedAt: issuedAt },
  };
  const stamped = await stamp(template.compiled, row, signing);
  return {
    item,
    stamped,
    template,
    printed: printedFields(student, template.name),
    identity: parts.identity,
  };
}

function printedFields(student: StudentRecord, course: string): PrintedFields {
  const { fullName: holder, idNumber, country, startDate, endDate } = student;
  return {
    holder,
    idNumber,
    country,
    course,
    startDate,
    endDate,
    scoreNumeric: student.showScoreNumeric ? student.scoreNumeric : undefined,
    scoreLetter: student.showScoreLetter ? student.scoreLetter : undefined,
  };
}
