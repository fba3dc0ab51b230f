import { dayIn, verifyUrl, zoneOf } from '@sello/contracts';
import { printedStudent } from '@sello/design';
import type { StampRow } from '@sello/render';
import type { PrintedStudent, TenantRecord } from '@sello/store';
import type { RowImages } from './student-images.ts';

/** What a certificate prints of a student: the same when it is issued and when it is checked before. */
export function stampRowOf(
  student: PrintedStudent,
  {
    images,
    batchValues,
    tenant,
    certificate,
  }: {
    images: RowImages | undefined;
    /** Of the batch's variables, by their names without `batch.`. */
    batchValues: Readonly<Record<string, string>>;
    tenant: Pick<TenantRecord, 'name' | 'publicName'>;
    certificate: StampRow['certificate'];
  },
): StampRow {
  return {
    ...(images && { images }),
    ...printedStudent(student),
    batch: batchValues,
    tenant,
    certificate,
  };
}

/** What a certificate prints of itself. `publicUrl` is the address of the platform. */
export const printedCertificate = (
  id: string,
  { issuedAt, issuedOn }: { issuedAt: Date; issuedOn: string },
  publicUrl: string,
): StampRow['certificate'] => ({ id, issuedAt, issuedOn, verifyUrl: verifyUrl(id, publicUrl) });

/** A moment of issue with its day, in the time zone of the design, else of the organization. */
export const issuedIn = (
  issuedAt: Date,
  design: Parameters<typeof zoneOf>[0],
  tenant: Pick<TenantRecord, 'timeZone'>,
): { issuedAt: Date; issuedOn: string } => ({ issuedAt, issuedOn: dayIn(zoneOf(design, tenant), issuedAt) });
