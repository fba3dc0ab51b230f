import { createHash, randomBytes } from 'node:crypto';
import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { ofTenant } from '../../verify/issued.ts';
import { countReport } from './report-limits.ts';

/**
 * Writes the report of a mistake and has a letter ask its reporter to confirm it. Nobody reads the report before. Throws
 * `rate_limited` as `countReport` does.
 */
export const reportMistake: Handler<(typeof verifyApi.calls)['report-mistake']> = async (
  { body, address, onlyTenantId },
  { store, rates, sendMistakeLetter },
) => {
  const { website, ...report } = body;
  if (website) return { success: true };
  const record = ofTenant(await store.certificates.acrossTenants.byCertId(report.certId), onlyTenantId);
  if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
  const { tenantId } = record;
  // The addresses of strangers are not kept as keys.
  const to = createHash('sha256').update(report.email.toLowerCase()).digest('hex');
  await countReport(rates, { what: 'mistake', address, tenantId, certId: record._id, to });
  const token = randomBytes(16).toString('hex');
  await sendMistakeLetter(await store.mistakeReports.ask(tenantId, { ...report, token }));
  return { success: true };
};
