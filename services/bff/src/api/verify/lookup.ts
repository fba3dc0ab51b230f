import { readCertificateReference, type verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { describeIssued } from './describe.ts';

/** By hash, by certificate id as printed, or by a pasted link. What is only prepared has not been issued. */
export const lookup: Handler<(typeof verifyApi.calls)['lookup']> = async ({ query }, parts) => {
  const reference = readCertificateReference(query.hash);
  if (reference === undefined) throw new AppError('issued_not_found');
  const { byHash, byCertId } = parts.store.certificates.acrossTenants;
  const record = 'hash' in reference ? await byHash(reference.hash) : await byCertId(reference.certId);
  const certificate = record === null ? null : await describeIssued(record, parts);
  if (record === null || certificate === null) throw new AppError('issued_not_found');
  const file = await parts.inspector.kept(record);
  return file === undefined ? { certificate } : { certificate, file };
};
