import type { HistoryLine } from '@sello/contracts';
import type { CertificateRecord, DeliveryRecord, DomainRecord } from '@sello/store';
import type { Links } from '../links.ts';

/** What the records beside a certificate say about it. */
interface Beside {
  /** The file has a link that is valid for five minutes only. */
  isStaffOnly: boolean;
  /** The organization's domain. */
  domain: DomainRecord | null;
  issuedBy: string;
  mayRevoke: boolean;
  revokedBy: string | undefined;
  signedWith: string | undefined;
  replaces: string | undefined;
  deliveries: readonly DeliveryRecord[];
}

/** A certificate of a student as staff see it; the caller leaves out prepared ones. */
export function historyLineView(record: CertificateRecord, links: Links, beside: Beside): HistoryLine {
  const { _id: certId, printed, fileState, replacedAt, revokedAt, revokedReason } = record;
  const { scoreNumeric, scoreLetter } = printed;
  return {
    certId,
    state: record.state as HistoryLine['state'],
    issuedAt: record.issuedAt.toISOString(),
    issuedBy: beside.issuedBy,
    mayRevoke: beside.mayRevoke,
    holder: printed.holder,
    course: printed.course,
    ...(scoreNumeric !== undefined && { scoreNumeric }),
    ...(scoreLetter !== undefined && { scoreLetter }),
    templateId: record.templateId,
    signed: record.signingCertificateId !== undefined,
    ...(beside.signedWith !== undefined && { signedWith: beside.signedWith }),
    ...(fileState === undefined && { fileUrl: links.certificate(certId, { staff: beside.isStaffOnly }) }),
    verifyUrl: links.sharedBy(beside.domain).verify(certId),
    ...(record.replacedBy !== undefined && { replacedBy: record.replacedBy }),
    ...(replacedAt && { replacedAt: replacedAt.toISOString() }),
    ...(beside.replaces !== undefined && { replaces: beside.replaces }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    ...(beside.revokedBy !== undefined && { revokedBy: beside.revokedBy }),
    ...(revokedReason !== undefined && revokedReason !== '' && { revokedReason }),
    emails: beside.deliveries.map(({ updatedAt, to, state, response }) => ({
      at: updatedAt.toISOString(),
      to,
      state,
      ...(response && { response: [response.code, response.text].filter((part) => part).join(' ') }),
    })),
  };
}
