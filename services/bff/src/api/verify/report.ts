import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { ofTenant } from '../../verify/issued.ts';

/** Stores a report that the issuer is an impostor, for the operators. */
export const report: Handler<(typeof verifyApi.calls)['report']> = async (
  { body, operationId, onlyTenantId },
  { store },
) => {
  const record = ofTenant(await store.certificates.acrossTenants.byCertId(body.certId), onlyTenantId);
  if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
  await store.reports.add(record.tenantId, {
    _id: operationId,
    certId: record._id,
    text: body.text,
    email: body.email,
  });
  return { success: true };
};
