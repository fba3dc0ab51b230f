import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { ofTenant } from '../../verify/issued.ts';
import { countReport } from './report-limits.ts';

/** Stores a report that the issuer is an impostor, for the operators. Throws `rate_limited` as `countReport` does. */
export const report: Handler<(typeof verifyApi.calls)['report']> = async (
  { body, operationId, onlyTenantId, address },
  { store, rates },
) => {
  const record = ofTenant(await store.certificates.acrossTenants.byCertId(body.certId), onlyTenantId);
  if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
  await countReport(rates, { what: 'issuer', address, tenantId: record.tenantId, certId: record._id });
  await store.reports.add(record.tenantId, {
    _id: operationId,
    certId: record._id,
    text: body.text,
    email: body.email,
  });
  return { success: true };
};
