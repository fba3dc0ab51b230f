import { type Student, studentEntity, wireView } from '@sello/contracts';
import type { StudentRecord, TenantRecord } from '@sello/store';
import type { Links } from '../links.ts';

const view = wireView(studentEntity);

/** While the public download is off, staff get links that open for five minutes. */
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
