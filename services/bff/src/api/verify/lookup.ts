import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { erasedCertificateView } from '../../views/public-certificate.ts';
import { describeIssued } from './describe.ts';

/** Looks up by hash, by certificate id as printed, or by a pasted link. A prepared certificate is not found. */
export const lookup: Handler<(typeof verifyApi.calls)['lookup']> = async ({ query }, context) => {
  const found = await context.issuers.ofLookup(context.issued.find(query.hash));
  if (found === null) {
    const erased = await context.issuers.ofLookup(context.issued.findErased(query.hash));
    if (erased === null) throw new AppError('issued_not_found');
    return { erased: erasedCertificateView(...erased, context.links) };
  }
  const [record, issuer] = found;
  const certificate = describeIssued(record, issuer, context);
  if (certificate === null) throw new AppError('issued_not_found');
  const [file, replaces] = await Promise.all([
    context.inspector.checkStored(record, issuer),
    context.issued.predecessorOf(record),
  ]);
  return { certificate: { ...certificate, ...(replaces && { replaces }) }, ...(file && { file }) };
};
