import type { PublicCertificate } from '@sello/contracts';
import type { CertificateRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Issuer } from '../../verify/issuers.ts';
import { publicCertificateView } from '../../views/public-certificate.ts';

/** The public view of a certificate; `null` for one that is only prepared. */
export async function describeIssued(
  record: CertificateRecord,
  { tenant, domain, signing }: Issuer,
  { links, pageSizes }: Pick<Context, 'links' | 'pageSizes'>,
): Promise<PublicCertificate | null> {
  const { state } = record;
  if (state === 'prepared') return null;
  const page = await pageSizes.of(record);
  const view = publicCertificateView({ ...record, state }, tenant, domain, signing, links);
  return { ...view, ...(page && { page }) };
}
