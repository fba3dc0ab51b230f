import {
  type BriefStudent,
  type Certification,
  type Student,
  studentEntity,
  wireView,
} from '@sello/contracts';
import type { BriefStudentRecord, StudentRecord, TenantRecord } from '@sello/store';
import type { Links } from '../links.ts';

const view = wireView(studentEntity);

/** While the public download is off, staff get links that are valid for five minutes. */
export function studentView(
  record: StudentRecord,
  links: Links,
  { publicDownload }: Pick<TenantRecord, 'publicDownload'>,
): Student {
  const { certId } = record;
  const state = certificationOfRecord(record);
  return view(record, {
    certified: certId !== undefined,
    certification: state,
    ...(state === 'failed' && record.failure && { failure: failureView(record.failure) }),
    ...(certId !== undefined && {
      certificateUrl: links.certificate(certId, { staff: !publicDownload }),
    }),
  });
}

/** Students from before the field have a state that follows from their certificate. */
function certificationOfRecord({
  certification,
  certId,
  certIssuedAt,
}: Pick<StudentRecord, 'certification' | 'certId' | 'certIssuedAt'>): Certification {
  if (certification !== undefined) return certification;
  if (certId !== undefined) return 'certified';
  // What was issued last was revoked.
  return certIssuedAt === undefined ? 'none' : 'revoked';
}

const failureView = ({
  code,
  message,
  details,
  batchId,
}: NonNullable<StudentRecord['failure']>): Student['failure'] => ({
  ...{ code, message, batchId },
  ...(details && { details }),
});

/** For pickers with many names: needs neither links nor the tenant's record. */
export function briefStudentView({
  _id,
  fullName,
  email,
  templateId,
  certId,
}: BriefStudentRecord): BriefStudent {
  return {
    ...{ _id, fullName, certified: certId !== undefined },
    ...(email !== undefined && { email }),
    ...(templateId !== undefined && { templateId }),
  };
}
