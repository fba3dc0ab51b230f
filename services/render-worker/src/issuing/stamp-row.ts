import { verifyUrl } from '@sello/contracts';
import { printedStudent } from '@sello/design';
import type { StampRow } from '@sello/render';
import type { StudentRecord, TenantRecord } from '@sello/store';
import type { RowImages } from './student-images.ts';

/** What a certificate prints of a student: the same when it is issued and when it is checked before. */
export function stampRowOf(
  student: StudentRecord,
  {
    images,
    batchValues,
    tenant,
    certId,
    issuedAt,
    publicUrl,
  }: {
    images: RowImages | undefined;
    /** Of the batch's variables, by their names without `batch.`. */
    batchValues: Readonly<Record<string, string>>;
    tenant: TenantRecord;
    certId: string;
    issuedAt: Date;
    publicUrl: string;
  },
): StampRow {
  return {
    ...(images && { images }),
    ...printedStudent(student),
    batch: batchValues,
    tenant,
    certificate: { id: certId, issuedAt, verifyUrl: verifyUrl(certId, publicUrl) },
  };
}
