import type { PublicCertificate } from '@sello/contracts';
import type { CertificateRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Issuer } from '../../verify/issuers.ts';
import { publicCertificateView } from '../../views/public-certificate.ts';

/** The public view of a certificate; `null` for one that is only prepared. */
export async function describeIssued(
  record: CertificateRecord,
  { tenant, domain, signing }: Issuer,
  { links, revisionFacts }: Pick<Context, 'links' | 'revisionFacts'>,
): Promise<PublicCertificate | null> {
  const { state } = record;
  if (state === 'prepared') return null;
  const [page, issuedOn] = await Promise.all([revisionFacts.pageOf(record), revisionFacts.issuedOn(record)]);
  const view = publicCertificateView({ ...record, state }, issuedOn, tenant, domain, signing, links);
  return { ...view, ...(page && { page }) };
}
