import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { erasedCertificateView } from '../../views/public-certificate.ts';
import { describeIssued } from './describe.ts';

/**
 * Looks up by hash, by certificate id as printed, or by a pasted link. A prepared certificate is not found, and on an
 * organization's own host no other organization's.
 */
export const lookup: Handler<(typeof verifyApi.calls)['lookup']> = async (
  { query, onlyTenantId },
  context,
) => {
  const found = await context.issuers.ofLookup(context.issued.find(query.hash, onlyTenantId));
  if (found === null) {
    const erased = await context.issuers.ofLookup(context.issued.findErased(query.hash, onlyTenantId));
    if (erased === null) throw new AppError('issued_not_found');
    return { erased: erasedCertificateView(...erased, context.links) };
  }
  const [record, issuer] = found;
  const [certificate, file, replaces] = await Promise.all([
    describeIssued(record, issuer, context),
    context.inspector.checkStored(record, issuer),
    context.issued.predecessorOf(record),
  ]);
  if (certificate === null) throw new AppError('issued_not_found');
  return { certificate: { ...certificate, ...(replaces && { replaces }) }, ...(file && { file }) };
};
