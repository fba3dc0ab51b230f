import type { PublicCertificate } from '@sello/contracts';
import type { CertificateRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Issuer } from '../../verify/issuers.ts';
import { publicCertificateView } from '../../views/public-certificate.ts';

/** The public view of a certificate; `null` for one that is only prepared. */
export function describeIssued(
  record: CertificateRecord,
  { tenant, domain, signing }: Issuer,
  { links }: Pick<Context, 'links'>,
): PublicCertificate | null {
  const { state } = record;
  return state === 'prepared'
    ? null
    : publicCertificateView({ ...record, state }, tenant, domain, signing, links);
}
