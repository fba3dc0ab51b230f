import { type BriefStudent, type Student, studentEntity, wireView } from '@sello/contracts';
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
  return view(record, {
    certified: certId !== undefined,
    ...(certId !== undefined && {
      certificateUrl: links.certificate(certId, { staff: !publicDownload }),
    }),
  });
}

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
