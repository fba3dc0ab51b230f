import type { Student } from '@sello/contracts';
import type { StudentRecord, TenantRecord } from '@sello/store';
import type { Links } from '../links.ts';

/** While the public download is off, staff get links that open for five minutes. */
export function studentView(
  record: StudentRecord,
  links: Links,
  { publicDownload }: Pick<TenantRecord, 'publicDownload'>,
): Student {
  const { _id, fullName, idNumber, email, country, startDate, endDate, scoreNumeric, scoreLetter } = record;
  const { showScoreLetter, showScoreNumeric, templateId, custom, certId } = record;
  return {
    _id,
    fullName,
    idNumber,
    ...(email === undefined ? {} : { email }),
    country,
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(scoreNumeric === undefined ? {} : { scoreNumeric }),
    ...(scoreLetter === undefined ? {} : { scoreLetter }),
    showScoreLetter,
    showScoreNumeric,
    ...(templateId === undefined ? {} : { templateId }),
    custom,
    ...(certId === undefined
      ? {}
      : { certId, certificateUrl: links.certificate(certId, { staff: !publicDownload }) }),
    certified: certId !== undefined,
  };
}
